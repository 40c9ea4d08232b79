import { currentLanguage, inLanguage, type Language } from '../../words/words.ts'

const minute = 60_000
const units = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const
const relative = inLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))

/** How long ago, as "3 days ago"; under a minute "this minute". */
export function agoOf(timestamp: string, now: number): string {
  const passed = now - Date.parse(timestamp)
  const [unit, length] = units.find(([, each]) => Math.abs(passed) >= each) ?? ['minute', minute]
  return relative().format(passed === 0 ? 0 : -Math.trunc(passed / length), unit)
}

const isoDay = /^(\d{4})-(\d\d)-(\d\d)$/

/** How a day is written, and how a written one is read. */
const dayForms: Readonly<Record<Language, { readonly write: string; readonly read: RegExp; readonly iso: string }>> = {
  en: { write: '$1-$2-$3', read: isoDay, iso: '$1-$2-$3' },
  de: { write: '$3.$2.$1', read: /^(\d\d)\.(\d\d)\.(\d{4})$/, iso: '$3-$2-$1' },
}

/** A day of ISO 8601 as its language writes it: "2026-03-01", "01.03.2026". */
export const dayText = (day: string): string => day.replace(isoDay, dayForms[currentLanguage()].write)

/** The day that is written so, in ISO 8601; null for anything else. */
export function dayOf(text: string): string | null {
  const { read, iso } = dayForms[currentLanguage()]
  const day = text.replace(read, iso)
  return read.test(text) && !Number.isNaN(Date.parse(day)) ? day : null
}

const secondOf = (timestamp: string) => `${dayText(timestamp.slice(0, 10))} ${timestamp.slice(11, 19)}`

/** To the second in UTC, as "2026-03-01 12:00:00 UTC". */
export const utcOf = (timestamp: string): string => `${secondOf(timestamp)} UTC`

const twoDigits = (number: number) => `${number}`.padStart(2, '0')
const minutesAheadAt = (timestamp: string) => -new Date(timestamp).getTimezoneOffset()
const shiftedBy = (timestamp: string, minutes: number) =>
  new Date(Date.parse(timestamp) + minutes * minute).toISOString()

/** The same in the time zone of this machine, as "2026-03-01 13:00:00 +01:00". */
export function localOf(timestamp: string): string {
  const minutesAhead = minutesAheadAt(timestamp)
  if (minutesAhead === 0) return utcOf(timestamp)
  const ahead = Math.abs(minutesAhead)
  const offset = `${minutesAhead < 0 ? '-' : '+'}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`
  return `${secondOf(shiftedBy(timestamp, minutesAhead))} ${offset}`
}

/** The day of a moment in the time zone of this machine, in ISO 8601. */
export const localDayOf = (timestamp: string): string => shiftedBy(timestamp, minutesAheadAt(timestamp)).slice(0, 10)
