import type { Decimal } from './primitives.ts'

/** Whole minor units as a plain decimal of native units: (`"-1500"`, 3) is `"-1.5"`. */
export function decimalOfMinorUnits(units: string, decimals: number): Decimal {
  const sign = units.startsWith('-') ? '-' : ''
  const digits = units.slice(sign.length).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${sign}${whole}${fraction && `.${fraction}`}` as Decimal
}

/**
 * A plain decimal of native units as whole minor units: (`"1.5"`, 3) is `"1500"`.
 * null when it is not a plain decimal or has more places than the token.
 */
export function minorUnitsOfDecimal(text: string, decimals: number): string | null {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!parts) return null
  const fraction = (parts[3] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return null
  const digits = `${parts[2]}${fraction.padEnd(decimals, '0')}`.replace(/^0+(?=\d)/, '')
  return digits === '0' ? '0' : `${parts[1]}${digits}`
}
