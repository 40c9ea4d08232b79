import { Fragment } from 'react'
import classes from './amount.module.css'
import { digitsOf, placesOf } from './digits.ts'

/** Amounts with more places than this are not aligned with the others. */
export const mostPlaces = 30

type AmountProps = {
  readonly value: string
  /** Digits to leave room for behind the point, so that the points of a column stand below each other. */
  readonly places: number
}

/** Every digit of an amount. The gaps between the groups are drawn, not written: what is selected and copied has none. */
export function Amount({ value, places }: AmountProps) {
  const { sign, whole, fraction } = digitsOf(value)
  const isAligned = placesOf(value) <= places
  return (
    <span className={classes.amount} title={value}>
      {sign}
      <Groups of={whole.slice(0, -1)} />
      {whole.length > 1 && <wbr />}
      <span className={isAligned ? classes.end : undefined}>
        <span className={whole.length > 1 ? classes.next : undefined}>{whole.at(-1)}</span>
        <span
          className={isAligned ? classes.fraction : undefined}
          style={{ width: isAligned ? widthOf(places) : undefined }}
        >
          {fraction.length > 0 && '.'}
          <Groups of={fraction} />
        </span>
      </span>
    </span>
  )
}

/** The point, the digits and the gaps between their groups. */
const widthOf = (places: number) =>
  places === 0 ? undefined : `calc(${places + 1}ch + ${Math.ceil(places / 3) - 1} * var(--gap))`

function Groups({ of }: { readonly of: readonly string[] }) {
  return of.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span className={index > 0 ? classes.next : undefined}>{group}</span>
    </Fragment>
  ))
}
