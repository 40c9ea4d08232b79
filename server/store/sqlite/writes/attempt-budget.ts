import { fail } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { type Result, succeed } from '../../../../shared/result.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { prepared } from '../statements.ts'

/** Below Copper's lock-out of 30 failures an hour, whoever else uses the key. */
const budgets = [
  { most: 3, within: 10 * 60_000 },
  { most: 10, within: 60 * 60_000 },
]

type Attempt = { readonly custodianId: Id; readonly keyFingerprint: Uint8Array | null; readonly at: number }

/** Refuses, without asking the provider, a key that it refused too often of late. */
export function checkBudget(db: Connection, { custodianId, keyFingerprint, at }: Attempt): Result<null> {
  if (!keyFingerprint) return succeed(null)
  const refusedAt = prepared<{ at: bigint }>(
    db,
    'SELECT at FROM refused_attempts WHERE custodian_id = ? AND key_fingerprint = ? AND at > ? ORDER BY at DESC',
  )
    .all(toInt(custodianId), keyFingerprint, at - 60 * 60_000)
    .map((row) => Number(row.at))
  const waits = budgets.map(({ most, within }) => (refusedAt[most - 1] ?? Number.NEGATIVE_INFINITY) + within - at)
  const wait = Math.max(...waits)
  if (wait <= 0) return succeed(null)
  return fail('TooManyRequests', {
    message:
      'The provider refused this key too often; it was not asked again, so that it does not lock the key. Nothing was changed and the old keys are still active.',
    retryAfterSeconds: Math.ceil(wait / 1000),
  })
}

export function countRefusal(db: Connection, { custodianId, keyFingerprint, at }: Attempt): void {
  prepared(db, 'DELETE FROM refused_attempts WHERE at < ?').run(at - 24 * 60 * 60_000)
  prepared(db, 'INSERT INTO refused_attempts VALUES (?, ?, ?)').run(toInt(custodianId), keyFingerprint, at)
}
