import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type IdempotencyRecord, replayOf } from '../../server/rotations/idempotency.ts'
import { RotationOutcome } from '../../shared/rotations.ts'

const digest = fc.uint8Array({ minLength: 32, maxLength: 32 })
const keyId = fc.constantFrom('old', 'active', 'salt')
const fingerprint = fc.record({ keyId, digest })
const record: fc.Arbitrary<IdempotencyRecord> = fc.record({
  rotationId: fc.uuid({ version: 7 }),
  fingerprint,
  answer: fc.option(fc.constant('{"ok":true}')),
  outcome: fc.option(fc.constantFrom(...RotationOutcome.options)),
})

test('the same request gets the stored answer, runs again, or waits; it is never refused as another one', () => {
  fc.assert(
    fc.property(record, fc.array(fingerprint), (kept, others) => {
      const found = replayOf(kept, [kept.fingerprint, ...others])
      if (kept.outcome === null) expect(found).toMatchObject({ ok: false, error: { code: 'RotationInProgress' } })
      else if (kept.answer === null) expect(found).toMatchObject({ value: { kind: 'run', retryOf: kept.rotationId } })
      else expect(found).toMatchObject({ value: { kind: 'replay', answer: kept.answer } })
    }),
  )
})

test('another request under the key never runs, and is never answered what was kept', () => {
  fc.assert(
    fc.property(record, fingerprint, (kept, other) => {
      fc.pre(!Buffer.from(other.digest).equals(kept.fingerprint.digest))
      expect(replayOf(kept, [other])).toMatchObject({ ok: false, error: { code: 'IdempotencyMismatch' } })
    }),
  )
})

test('a request without a record runs, as a retry of nothing', () => {
  expect(replayOf(null, [])).toEqual({ ok: true, value: { kind: 'run', retryOf: null } })
})
