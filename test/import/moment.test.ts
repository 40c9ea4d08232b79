import fc from 'fast-check'
import { expect, test } from 'vitest'
import { epochMillisecondsOf } from '../../server/import/moment.ts'

const last = Date.parse('9999-12-31T23:59:59.999Z')

test('every time from 1970 to 9999 is parsed like Date parses it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: last }), (at) => {
      const text = new Date(at).toISOString()
      expect(epochMillisecondsOf(text)).toBe(at)
      expect(epochMillisecondsOf(text.replace(/\.\d{3}Z$/, 'Z'))).toBe(at - (at % 1000))
    }),
  )
})

test('time zones are applied, and fractions are truncated to milliseconds', () => {
  const noon = Date.parse('2026-03-01T12:00:00Z')
  expect(epochMillisecondsOf('2026-03-01T14:00:00+02:00')).toBe(noon)
  expect(epochMillisecondsOf('2026-03-01T06:30:00-05:30')).toBe(noon)
  expect(epochMillisecondsOf('2026-03-01T12:00:00.2+00:00')).toBe(noon + 200)
  expect(epochMillisecondsOf('2026-03-01T22:00:00.2+10:00')).toBe(noon + 200)
  expect(epochMillisecondsOf('2026-03-01T12:00:00.123456789Z')).toBe(noon + 123)
})

test.each([
  '2026-02-29T00:00:00Z',
  '2100-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:60:00Z',
  '2026-01-01T00:00:60Z',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01T00:00:00+00:60',
  '2026-01-01T00:00:00',
  '2026-01-01',
  '2026-01-01 00:00:00Z',
  '2026-01-01T00:00Z',
  '1767600000',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:30:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '0000-00-00T00:00:00Z',
  '٢٠٢٦-01-01T00:00:00Z',
])('%s is not a valid time', (text) => {
  expect(epochMillisecondsOf(text)).toBeNull()
})
