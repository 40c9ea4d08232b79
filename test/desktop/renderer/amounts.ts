import fc from 'fast-check'
import { decimalOfMinorUnits } from '../../../shared/minor-units.ts'

/** Any amount the service can answer: up to 78 digits, up to 255 places, negative and 0 too. */
export const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 78n), max: 10n ** 78n }), fc.oneof(fc.constantFrom(0, 6, 18), fc.nat(255)))
  .map(([units, decimals]) => decimalOfMinorUnits(`${units}`, decimals))

/** Whole minor units of the smallest size there is, so that amounts can be compared by another way than their text. */
export function unitsOf(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(255, '0'))
  return decimal.startsWith('-') ? -units : units
}
