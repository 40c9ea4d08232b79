import { fail } from '../../../../shared/failure.ts'
import { type Result, succeed } from '../../../../shared/result.ts'
import type { BegunRotation, RotationIntent } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { prepared } from '../statements.ts'

const keptFor = 24 * 60 * 60_000

type KeptRow = { request_fingerprint: Uint8Array; rotation_id: string; answer: string | null }

/** What a repetition under the same Idempotency-Key is answered; null when the rotation is to run. */
export function findKeptAnswer(
  db: Connection,
  { tokenId, idempotency, at }: RotationIntent,
): Result<BegunRotation> | null {
  if (!idempotency) return null
  prepared(db, 'DELETE FROM kept_answers WHERE kept_at < ?').run(at - keptFor)
  const kept = prepared<KeptRow>(db, 'SELECT * FROM kept_answers WHERE token_id = ? AND idempotency_key = ?').get(
    toInt(tokenId),
    idempotency.key,
  )
  if (!kept) return null
  if (Buffer.compare(kept.request_fingerprint, idempotency.fingerprint) !== 0) return fail('IdempotencyMismatch')
  if (kept.answer === null) return fail('RotationInProgress', { rotationId: kept.rotation_id })
  return succeed({ kind: 'replay', rotationId: kept.rotation_id, answer: kept.answer })
}

export function reserveAnswer(db: Connection, { tokenId, idempotency, rotationId, at }: RotationIntent): void {
  if (!idempotency) return
  prepared(db, 'INSERT INTO kept_answers VALUES (?, ?, ?, ?, NULL, ?)').run(
    ...[toInt(tokenId), idempotency.key, idempotency.fingerprint, rotationId, at],
  )
}

export function keepAnswer(db: Connection, rotationId: string, answer: string): void {
  prepared(db, 'UPDATE kept_answers SET answer = ? WHERE rotation_id = ?').run(answer, rotationId)
}

/** An interrupted rotation changed nothing, so a repetition may run anew. */
export function forgetAnswer(db: Connection, rotationId: string): void {
  prepared(db, 'DELETE FROM kept_answers WHERE rotation_id = ?').run(rotationId)
}
