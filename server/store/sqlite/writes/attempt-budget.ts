import { fail } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { type Result, succeed } from '../../../../shared/result.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { prepared } from '../statements.ts'

const minute = 60_000
const hour = 60 * minute

/** Below Copper's lock-out of 30 failures an hour, whoever else uses the key. */
const budgets = [
  { most: 3, within: 10 * minute },
  { most: 10, within: hour },
]

/** An attempt under way is over by then, in seconds: the deadline of a probe. */
const longestAttempt = 10

type Attempt = {
  readonly attemptId: string
  readonly custodianId: Id
  readonly keyFingerprint: Uint8Array
  readonly at: number
}

/**
 * Opens an attempt with a key, unless the provider refused the key too often of late. Attempts under way count until
 * their end is known, so that many at once do not get past the budget.
 */
export function openAttempt(db: Connection, attempt: Attempt): Result<null> {
  const { attemptId, custodianId, keyFingerprint, at } = attempt
  prepared(db, 'DELETE FROM attempts WHERE at < ? AND refused').run(at - hour)
  const wait = secondsToWait(db, attempt)
  if (wait > 0) return fail('TooManyRequests', { message: exhausted, retryAfterSeconds: wait })
  prepared(db, 'INSERT INTO attempts (attempt_id, custodian_id, key_fingerprint, at) VALUES (?, ?, ?, ?)').run(
    ...[attemptId, toInt(custodianId), keyFingerprint, at],
  )
  return succeed(null)
}

const exhausted =
  'The provider refused this key too often, or too many checks of it are under way; it was not asked again, so that it does not lock the key. Nothing was changed, and keys that were active still are.'

function secondsToWait(db: Connection, { custodianId, keyFingerprint, at }: Attempt): number {
  const attempts = prepared<{ at: bigint; refused: bigint }>(
    db,
    'SELECT at, refused FROM attempts WHERE custodian_id = ? AND key_fingerprint = ? ORDER BY at DESC',
  ).all(toInt(custodianId), keyFingerprint)
  const refusedAt = attempts.filter(({ refused }) => refused).map((row) => Number(row.at))
  const underWay = attempts.length - refusedAt.length
  const waits = budgets.map(({ most, within }) => {
    const recent = refusedAt.filter((moment) => moment + within > at)
    if (recent.length >= most) return Math.ceil(((recent[most - 1] as number) + within - at) / 1000)
    return recent.length + underWay >= most ? longestAttempt : 0
  })
  return Math.max(...waits)
}

/** Ends an attempt; one that the provider refused is remembered. */
export function closeAttempt(db: Connection, { attemptId, isRefused, at }: ClosedAttempt): void {
  if (isRefused) prepared(db, 'UPDATE attempts SET refused = 1, at = ? WHERE attempt_id = ?').run(at, attemptId)
  else prepared(db, 'DELETE FROM attempts WHERE attempt_id = ?').run(attemptId)
}

type ClosedAttempt = { readonly attemptId: string; readonly isRefused: boolean; readonly at: number }
