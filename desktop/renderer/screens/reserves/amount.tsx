import { Fragment } from 'react'
import { decimalMark } from '../../parts/number-text.ts'
import { useTranslation } from '../../parts/use-translation.ts'
import { shortened } from '../../parts/visible-text.ts'
import classes from './amount.module.css'
import { digitsOf, mostDigits, placesOf } from './decimals.ts'
import digitClasses from './digits.module.css'

/** Amounts with more places than this are not aligned with the others. */
export const mostPlaces = 30

/** Digits that find room in one line of the narrowest column; longer amounts end where the column ends. */
const mostAligned = 38

const digitsOfCut = 30

const isAligned = (value: string, places: number) =>
  placesOf(value) <= places && value.length - placesOf(value) + places <= mostAligned

type AmountProps = {
  readonly value: string
  /** Digits to leave room for behind the point, so that the points of a column stand below each other. */
  readonly places: number
}

/** Every digit of an amount: a long one goes on in the next line. */
export function Amount({ value, places }: AmountProps) {
  if (value.length > mostDigits) return <CutAmount value={value} />
  return (
    <span className={classes.amount} title={value}>
      {isAligned(value, places) ? <Aligned value={value} places={places} /> : <Digits value={value} />}
    </span>
  )
}

/** The beginning of what cannot be an amount, so that it takes the place of none. */
function CutAmount({ value }: { readonly value: string }) {
  const { t } = useTranslation('reserves')
  return (
    <span className={classes.cut} title={shortened(value, mostDigits)}>
      {value.slice(0, digitsOfCut)} {t('cutAmount', { count: value.length })}
    </span>
  )
}

function Aligned({ value, places }: AmountProps) {
  const { sign, whole, fraction } = digitsOf(value)
  const [last = '', ...before] = [...whole].reverse()
  return (
    <>
      {sign}
      <Groups groups={before.reverse()} />
      {before.length > 0 && <wbr />}
      <span className={classes.end}>
        <span className={before.length > 0 ? digitClasses.next : undefined}>{last}</span>
        <span className={classes.fraction} style={{ width: widthOf(places) }}>
          {fraction.length > 0 && decimalMark()}
          <Groups groups={fraction} />
        </span>
      </span>
    </>
  )
}

/** The point, the digits and the gaps between their groups. */
const widthOf = (places: number) =>
  places === 0 ? undefined : `calc(${places + 1}ch + ${Math.ceil(places / 3) - 1} * 0.3em)`

/** Groups of digits. The gaps between them are drawn, not written: what is selected and copied has none. */
function Groups({ groups }: { readonly groups: readonly string[] }) {
  return groups.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span className={index > 0 ? digitClasses.next : undefined}>{group}</span>
    </Fragment>
  ))
}

/** A decimal in groups, on its own. */
export function Digits({ value }: { readonly value: string }) {
  const { sign, whole, fraction } = digitsOf(value)
  return (
    <>
      {sign}
      <Groups groups={whole} />
      {fraction.length > 0 && decimalMark()}
      <Groups groups={fraction} />
    </>
  )
}
