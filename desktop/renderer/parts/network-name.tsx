import { CircleDashed } from 'lucide-react'
import classes from './network-name.module.css'
import { PlainText } from './plain-text.tsx'
import { shortened } from './visible-text.ts'

/** Characters. */
const nameLength = 120
const noIcon = <CircleDashed size={18} aria-hidden className={classes.noIcon} />

type NetworkNameProps = {
  readonly network: string
  /** A data URI that was checked; null for none. */
  readonly networkIcon: string | null
}

/** Icon and name of a network; the name says all, so the icon says nothing to a screen reader. */
export function NetworkName({ network, networkIcon }: NetworkNameProps) {
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
