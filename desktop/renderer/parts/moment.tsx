import { Text, type TextProps } from '@mantine/core'
import { language } from '../../words/words.ts'

const minute = 60_000
const units = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

/** How long ago, as "3 days ago"; under a minute "now". */
export function agoOf(timestamp: string, now: number): string {
  const passed = now - Date.parse(timestamp)
  const [unit, length] = units.find(([, each]) => Math.abs(passed) >= each) ?? ['minute', minute]
  return relative.format(-Math.trunc(passed / length), unit)
}

/** ISO 8601 to the second in UTC, as "2026-03-01 12:00:00 UTC". */
export const utcOf = (timestamp: string): string => `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)} UTC`

/** A moment as a person reads it; exact to the second, in UTC. */
export function Moment({ at, ...style }: { readonly at: string } & TextProps) {
  return (
    <Text component="time" dateTime={at} title={agoOf(at, Date.now())} {...style}>
      {utcOf(at)}
    </Text>
  )
}
