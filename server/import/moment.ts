const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** The last millisecond with a four-digit year. */
export const latestMoment = Date.parse('9999-12-31T23:59:59.999Z')

/** The number in the next `length` digits; from the first non-digit on, they count as zeros. */
function digits(text: string, from: number, length: number): number {
  let value = 0
  for (let at = from; at < from + length; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return value * 10 ** (from + length - at)
    value = value * 10 + digit
  }
  return value
}

/** Milliseconds of the date and time without the fraction; NaN if they do not exist. */
function wholeSeconds(text: string): number {
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 2)
  const day = digits(text, 8, 2)
  const hours = digits(text, 11, 2)
  const minutes = digits(text, 14, 2)
  const seconds = digits(text, 17, 2)
  // Date.UTC lets the 31st roll over into the next month, and takes years below 100 for those of the 20th century.
  const exists = year >= 1900 && month >= 1 && month <= 12 && day >= 1 && day <= 31
  const midnight = exists ? Date.UTC(year, month - 1, day) : Number.NaN
  if (!exists || (day > 28 && midnight >= Date.UTC(year, month, 1))) return Number.NaN
  if (hours > 23 || minutes > 59 || seconds > 59) return Number.NaN
  return midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000
}

/** Offset of the zone from UTC in milliseconds; NaN if invalid. */
function aheadOf(text: string): number {
  if (text.endsWith('Z')) return 0
  const hours = digits(text, text.length - 5, 2)
  const minutes = digits(text, text.length - 2, 2)
  if (hours > 23 || minutes > 59) return Number.NaN
  return (text[text.length - 6] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/**
 * UTC milliseconds of an ISO 8601 time with a zone, truncated to milliseconds; null unless it is from 1970 to 9999.
 * Makes no garbage: it runs once for each of millions of lines.
 */
export function epochMillisecondsOf(text: string): number | null {
  if (!iso.test(text)) return null
  const fraction = text[19] === '.' ? digits(text, 20, 3) : 0
  const at = wholeSeconds(text) + fraction - aheadOf(text)
  return at >= 0 && at <= latestMoment ? at : null
}
