import { CircleDashed } from 'lucide-react'
import { PlainText } from '../../parts/plain-text.tsx'
import { shortened } from '../../parts/shortened.ts'
import type { ListedWallet } from './listed-wallet.ts'
import classes from './wallets.module.css'

const nameLength = 120
const noIcon = <CircleDashed size={18} aria-hidden className={classes.noIcon} />

/** Icon and name of a network; the name says all, so the icon says nothing to a screen reader. */
export function NetworkName({ network, networkIcon }: Pick<ListedWallet, 'network' | 'networkIcon'>) {
  return (
    <span className={classes.network}>
      {networkIcon ? (
        <img
          key={networkIcon}
          src={networkIcon}
          alt=""
          width={18}
          height={18}
          className={classes.icon}
          draggable={false}
        />
      ) : (
        noIcon
      )}
      <PlainText text={shortened(network, nameLength)} isOneLine />
    </span>
  )
}
