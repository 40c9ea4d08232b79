import { language } from '../../words/words.ts'

const format = new Intl.NumberFormat(language)

/** A whole number in groups of three, as the words have it. */
export const numberText = (number: number | bigint): string => format.format(number)

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** A number of bytes as a person reads it, as "1.5 MiB". */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
