const iso = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/

/** The last millisecond that ISO 8601 writes with four digits of year. */
export const latestMoment = Date.parse('9999-12-31T23:59:59.999Z')

const mostDays = 1000
const midnights = new Map<string, number>()

/** Midnight UTC of a day; NaN for a day that its month does not have, which Date would roll over. */
function midnightOf(day: string): number {
  const known = midnights.get(day)
  if (known !== undefined) return known
  const at = Date.parse(`${day}T00:00:00Z`)
  const midnight = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? at : Number.NaN
  if (midnights.size >= mostDays) midnights.clear()
  midnights.set(day, midnight)
  return midnight
}

function aheadOf(zone: string): number {
  if (zone === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))]
  if (hours > 23 || minutes > 59) return Number.NaN
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** Milliseconds of UTC that an ISO 8601 moment with a zone names, cut off to milliseconds; null when it names none from 1970 to 9999. */
export function epochMillisecondsOf(text: string): number | null {
  const parts = iso.exec(text)
  if (!parts) return null
  const [, day = '', hours, minutes, seconds, fraction = '', zone = ''] = parts
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  const time = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  const at = midnightOf(day) + time + Number(fraction.slice(0, 3).padEnd(3, '0')) - aheadOf(zone)
  return at >= 0 && at <= latestMoment ? at : null
}
