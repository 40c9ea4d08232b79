const iso = /^\d{4}-\d\d-(\d\d)T\d\d:\d\d:\d\d(\.\d{1,3})?\d{0,6}(Z|[+-]\d\d:\d\d)$/

/** The last millisecond that ISO 8601 writes with four digits of year. */
export const latestMoment = Date.parse('9999-12-31T23:59:59.999Z')

/** Milliseconds of UTC that an ISO 8601 moment with a zone names, cut off to milliseconds; null when it names none from 1970 to 9999. */
export function epochMillisecondsOf(text: string): number | null {
  const parts = iso.exec(text)
  if (!parts) return null
  const [, day, fraction = '', zone] = parts
  const at = Date.parse(`${text.slice(0, 19)}${fraction}${zone}`)
  const local = Date.parse(`${text.slice(0, 19)}Z`)
  // A day that the month does not have would roll over into the next one.
  const exists = at >= 0 && at <= latestMoment && new Date(local).getUTCDate() === Number(day)
  return exists ? at : null
}
