import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attemptsKeptFor, mayAttempt, type PastAttempt } from '../../server/rotations/attempt-budget.ts'

const minute = 60_000
const now = 1_000 * minute
const refusedAt = fc.integer({ min: now - 2 * attemptsKeptFor, max: now + attemptsKeptFor })
const attempt: fc.Arbitrary<PastAttempt> = fc.record({ refusedAt: fc.option(refusedAt) })
const attempts = fc.array(attempt, { maxLength: 40 })

const isRecent = (within: number) => (past: PastAttempt) =>
  past.refusedAt !== null && past.refusedAt <= now && past.refusedAt > now - within

test('a key is never tried a fourth time in ten minutes, nor an eleventh in an hour, open attempts included', () => {
  fc.assert(
    fc.property(attempts, (withKey) => {
      const open = withKey.filter((past) => past.refusedAt === null).length
      const lately = withKey.filter(isRecent(10 * minute)).length
      const inAnHour = withKey.filter(isRecent(60 * minute)).length
      const isExhausted = lately + open >= 3 || inAnHour + open >= 10
      expect(mayAttempt({ withKey, ofToken: [] }, now).ok).toBe(!isExhausted)
    }),
  )
})

test('the order in which attempts are read changes nothing', () => {
  fc.assert(
    fc.property(attempts, attempts, (withKey, ofToken) => {
      expect(mayAttempt({ withKey: withKey.toReversed(), ofToken: ofToken.toReversed() }, now)).toEqual(
        mayAttempt({ withKey, ofToken }, now),
      )
    }),
  )
})

test('after as many seconds as Retry-After says, the refused attempts leave room for one more', () => {
  const refused = fc.array(fc.record({ refusedAt }), { maxLength: 40 })
  fc.assert(
    fc.property(refused, (withKey) => {
      const past = withKey.filter((each) => each.refusedAt <= now)
      let at = now
      for (let times = 0; times < 3; times += 1) {
        const judged = mayAttempt({ withKey: past, ofToken: [] }, at)
        if (judged.ok) return
        at += 1_000 * (judged.error.retryAfterSeconds ?? 0)
      }
      expect(mayAttempt({ withKey: past, ofToken: [] }, at).ok).toBe(true)
    }),
  )
})
