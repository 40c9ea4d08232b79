import { afterEach, expect, test } from 'vitest'
import { agoOf, localDayOf, localOf, utcOf } from '../../../desktop/renderer/parts/time-text.ts'

const { TZ } = process.env
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

test('a moment is shown in local time with its offset, and in UTC where that is the local time', () => {
  const at = '2026-01-31T23:30:05.999Z'
  process.env.TZ = 'UTC'
  expect(localOf(at)).toBe('2026-01-31 23:30:05 UTC')
  process.env.TZ = 'Europe/Zurich'
  expect(localOf(at)).toBe('2026-02-01 00:30:05 +01:00')
  expect(localDayOf(at)).toBe('2026-02-01')
  process.env.TZ = 'America/St_Johns'
  expect(localOf(at)).toBe('2026-01-31 20:00:05 -03:30')
  expect(utcOf(at)).toBe('2026-01-31 23:30:05 UTC')
})

test('how long ago is said in the largest whole unit', () => {
  const now = Date.parse('2026-01-31T12:00:00Z')
  expect(agoOf('2026-01-31T11:59:30Z', now)).toBe('this minute')
  expect(agoOf('2026-01-31T09:00:01Z', now)).toBe('2 hours ago')
  expect(agoOf('2026-01-28T11:00:00Z', now)).toBe('3 days ago')
})
