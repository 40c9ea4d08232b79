import { PlainText } from '../../parts/plain-text.tsx'
import { shortened, visibleText } from '../../parts/visible-text.ts'
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

/** A label, cut off at the width there is. */
export function LabelText({ label }: { readonly label: string }) {
  return (
    <span className={classes.cut} title={spokenAddress(label)}>
      {drawn(shortened(label, headLength))}
    </span>
  )
}
