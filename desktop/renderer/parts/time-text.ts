import { language } from '../../words/words.ts'

const minute = 60_000
const units = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

/** How long ago, as "3 days ago"; under a minute "this minute". */
export function agoOf(timestamp: string, now: number): string {
  const passed = now - Date.parse(timestamp)
  const [unit, length] = units.find(([, each]) => Math.abs(passed) >= each) ?? ['minute', minute]
  return relative.format(passed === 0 ? 0 : -Math.trunc(passed / length), unit)
}

/** ISO 8601 to the second in UTC, as "2026-03-01 12:00:00 UTC". */
export const utcOf = (timestamp: string): string => `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)} UTC`

const twoDigits = (number: number) => `${number}`.padStart(2, '0')

/** The same in the time zone of this machine, as "2026-03-01 13:00:00 +01:00". */
export function localOf(timestamp: string): string {
  const minutesAhead = -new Date(timestamp).getTimezoneOffset()
  if (minutesAhead === 0) return utcOf(timestamp)
  const shifted = new Date(Date.parse(timestamp) + minutesAhead * minute).toISOString()
  const ahead = Math.abs(minutesAhead)
  const offset = `${minutesAhead < 0 ? '-' : '+'}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 19)} ${offset}`
}

/** The day of a moment in the time zone of this machine, as "2026-03-01". */
export const localDayOf = (timestamp: string): string => localOf(timestamp).slice(0, 10)
