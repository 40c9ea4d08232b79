import { inLanguage } from '../../words/words.ts'

const format = inLanguage((language) => new Intl.NumberFormat(language))
const inUnits = inLanguage(
  (language) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }),
)

/** A whole number in groups of three, as its language has it. */
export const numberText = (number: number | bigint): string => format().format(number)

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** A number of bytes as a person reads it, as "1.5 MiB". */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : inUnits().format(value)} ${units[power]}`
}

/** What stands before the digits behind the point: a point, or a comma. */
export const decimalMark = inLanguage(
  (language) => new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
)
