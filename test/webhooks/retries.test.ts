import { describe, expect, test } from 'vitest'
import { retryAfterSeconds } from '../../server/text/retry-after.ts'
import { pauseAfter, retryAfter } from '../../server/webhooks/retries.ts'

const hour = 3_600_000
const unasked = { waitSeconds: null }

describe('the next attempt', () => {
  test('comes as the specification recommends, up to a fifth later, and never after the tenth', () => {
    expect(retryAfter(1, unasked)).toBeGreaterThanOrEqual(5_000)
    expect(retryAfter(1, unasked)).toBeLessThan(6_000)
    expect(retryAfter(9, unasked)).toBeGreaterThanOrEqual(24 * hour)
    expect(retryAfter(10, unasked)).toBe(null)
  })

  test('comes no sooner than the receiver asks, and no sooner than it would otherwise', () => {
    expect(retryAfter(1, { waitSeconds: 120 })).toBeGreaterThanOrEqual(120_000)
    expect(retryAfter(2, { waitSeconds: 1 })).toBeGreaterThanOrEqual(300_000)
    expect(retryAfter(10, { waitSeconds: 120 })).toBe(null)
  })

  test('is asked for up to a day ahead', () => {
    expect(retryAfterSeconds({ 'retry-after': '999999999' })).toBe(86_400)
    const inTwoMinutes = { 'retry-after': 'Thu, 20 Nov 2025 12:02:00 GMT', date: 'Thu, 20 Nov 2025 12:00:00 GMT' }
    expect(retryAfterSeconds(inTwoMinutes)).toBe(120)
    for (const text of ['soon', '-1', '']) expect(retryAfterSeconds({ 'retry-after': text })).toBe(null)
    expect(retryAfterSeconds({})).toBe(null)
  })
})

describe('everything to a receiver', () => {
  test.each([429, 503])('waits after %i as long as it asks, at most an hour', (status) => {
    expect(pauseAfter({ status, waitSeconds: 60 })).toBe(60_000)
    expect(pauseAfter({ status, waitSeconds: 86_400 })).toBe(hour)
    expect(pauseAfter({ status, ...unasked })).toBe(0)
  })

  test.each([500, 404, null])('does not wait after %s', (status) => {
    expect(pauseAfter({ status, waitSeconds: 60 })).toBe(0)
  })
})
