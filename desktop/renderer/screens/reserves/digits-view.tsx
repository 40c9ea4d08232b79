import { Fragment } from 'react'
import classes from './digits.module.css'
import { digitsOf } from './digits.ts'

/** Groups of digits. The gaps between them are drawn, not written: what is selected and copied has none. */
export function Groups({ groups }: { readonly groups: readonly string[] }) {
  return groups.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span className={index > 0 ? classes.next : undefined}>{group}</span>
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
      {fraction.length > 0 && '.'}
      <Groups groups={fraction} />
    </>
  )
}
