import { CircleDashed } from 'lucide-react'
import { PlainText } from '../../parts/plain-text.tsx'
import { shortened, visibleText } from '../../parts/visible-text.ts'
import type { ListedWallet } from './listed-wallet.ts'
import classes from './wallets.module.css'

/** Letters at the end that stay in sight, and at most so many of what stands before them. */
const tailLength = 8
const headLength = 160
const spokenLength = 400

function partsOf(address: string): readonly [string, string] {
  const tail = [...address.slice(-2 * tailLength)].slice(-tailLength).join('')
  return [shortened(address.slice(0, address.length - tail.length), headLength), tail]
}

/** Nearly every address; the others need more elements, which scrolling would feel. */
const isSimple = (text: string) => /^[\x20-\x7e…]*$/.test(text)
const drawn = (text: string) => (isSimple(text) ? text : <PlainText text={text} />)

/** An address in full, for titles and for a screen reader. */
export const spokenAddress = (address: string): string => visibleText(shortened(address, spokenLength))

/** An address in full where there is room, else without its middle. */
export function AddressText({ address }: { readonly address: string }) {
  const [head, tail] = partsOf(address)
  return (
    <span className={classes.address} title={spokenAddress(address)}>
      <span className={classes.head}>{drawn(head)}</span>
      <span className={classes.tail}>{drawn(tail)}</span>
    </span>
  )
}

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
