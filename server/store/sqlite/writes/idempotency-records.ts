import type { Result } from '../../../../shared/result.ts'
import type { RotationOutcome } from '../../../../shared/rotations.ts'
import { type IdempotencyRecord, type Replay, replayOf } from '../../../rotations/idempotency.ts'
import { toInt } from '../../integers.ts'
import type { RotationIntent } from '../../rotation-writes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

type RecordRow = {
  request_fingerprint: Uint8Array
  fingerprint_key: string
  rotation_id: string
  answer: string | null
  outcome: string | null
}

const findSql = `
  SELECT k.*, r.outcome FROM kept_answers k JOIN rotations r USING (rotation_id)
  WHERE k.token_id = ? AND k.idempotency_key = ? AND k.kept_at >= ?`

const toRecord = (row: RecordRow): IdempotencyRecord => ({
  rotationId: row.rotation_id,
  fingerprint: { keyId: row.fingerprint_key, digest: row.request_fingerprint },
  answer: row.answer,
  outcome: row.outcome as RotationOutcome | null,
})

/** What a request leads to under its Idempotency-Key; without one it runs. */
export function lookUpKey(db: Connection, { tokenId, idempotency }: RotationIntent): Result<Replay> {
  if (!idempotency) return replayOf(null, [])
  const row = prepared<RecordRow>(db, findSql).get(toInt(tokenId), idempotency.key, idempotency.keptSince)
  return replayOf(row ? toRecord(row) : null, idempotency.fingerprints)
}

/** From now on the key stands for this rotation, whose answer is not there yet. */
export function reserveAnswer(db: Connection, { tokenId, idempotency, rotationId, at }: RotationIntent): void {
  const [fingerprint] = idempotency?.fingerprints ?? []
  if (!idempotency || !fingerprint) return
  prepared(
    db,
    `INSERT INTO kept_answers
       (token_id, idempotency_key, request_fingerprint, fingerprint_key, rotation_id, kept_at)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET rotation_id = excluded.rotation_id, kept_at = excluded.kept_at,
       answer = NULL, request_fingerprint = excluded.request_fingerprint, fingerprint_key = excluded.fingerprint_key`,
  ).run(toInt(tokenId), idempotency.key, fingerprint.digest, fingerprint.keyId, rotationId, at)
}

export function keepAnswer(db: Connection, rotationId: string, answer: string): void {
  prepared(db, 'UPDATE kept_answers SET answer = ? WHERE rotation_id = ?').run(answer, rotationId)
}
