import { fail } from '../../../../shared/failure.ts'
import { type Result, succeed } from '../../../../shared/result.ts'
import type { BegunRotation, RotationIntent } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { prepared } from '../statements.ts'

const keptFor = 24 * 60 * 60_000

type Replay = Extract<BegunRotation, { kind: 'replay' }>
/** The rotation may run; `retryOf` is the one it retries. */
type Runnable = { readonly kind: 'run'; readonly retryOf: string | null }

type KeptRow = {
  request_fingerprint: Uint8Array
  rotation_id: string
  answer: string | null
  outcome: string | null
}

const findSql = `
  SELECT k.*, r.outcome FROM kept_answers k JOIN rotations r USING (rotation_id)
  WHERE k.token_id = ? AND k.idempotency_key = ?`

/**
 * What a request under an Idempotency-Key leads to: the final answer of the one before it, a run of its own when that one
 * ended without a final answer, and a failure while it is open. So one key never has two rotations at once.
 */
export function lookUpKey(db: Connection, { tokenId, idempotency, at }: RotationIntent): Result<Replay | Runnable> {
  if (!idempotency) return succeed({ kind: 'run', retryOf: null })
  prepared(db, 'DELETE FROM kept_answers WHERE kept_at < ?').run(at - keptFor)
  const kept = prepared<KeptRow>(db, findSql).get(toInt(tokenId), idempotency.key)
  if (!kept) return succeed({ kind: 'run', retryOf: null })
  const { rotation_id: rotationId, answer, outcome } = kept
  if (Buffer.compare(kept.request_fingerprint, idempotency.fingerprint) !== 0) return fail('IdempotencyMismatch')
  if (outcome === null) return fail('RotationInProgress', { rotationId })
  return succeed(answer === null ? { kind: 'run', retryOf: rotationId } : { kind: 'replay', rotationId, answer })
}

/** From now on the key stands for this rotation, whose answer is not there yet. */
export function reserveAnswer(db: Connection, { tokenId, idempotency, rotationId, at }: RotationIntent): void {
  if (!idempotency) return
  prepared(
    db,
    `INSERT INTO kept_answers VALUES (?, ?, ?, ?, NULL, ?)
     ON CONFLICT DO UPDATE SET rotation_id = excluded.rotation_id, kept_at = excluded.kept_at`,
  ).run(toInt(tokenId), idempotency.key, idempotency.fingerprint, rotationId, at)
}

export function keepAnswer(db: Connection, rotationId: string, answer: string): void {
  prepared(db, 'UPDATE kept_answers SET answer = ? WHERE rotation_id = ?').run(answer, rotationId)
}
