import type { Result } from '../../../../shared/result.ts'
import type { RotationOutcome } from '../../../../shared/rotations.ts'
import { type Replay, replayOf } from '../../../rotations/idempotency.ts'
import type { RotationIntent } from '../../rotation-writes.ts'
import type { SqlQuery } from '../connection.ts'

type RecordRow = {
  request_fingerprint: Uint8Array
  fingerprint_key: string
  rotation_id: string
  answer: string | null
  outcome: string | null
}

const findSql = `
  SELECT k.request_fingerprint, k.fingerprint_key, k.rotation_id, k.answer, r.outcome
  FROM idempotency_records k JOIN rotations r USING (rotation_id)
  WHERE k.token_id = $tokenId AND k.idempotency_key = $key AND k.kept_at >= $keptSince`

/** What a request leads to under its Idempotency-Key; without one it runs. */
export async function replayUnderKey(
  query: SqlQuery,
  { tokenId, idempotency }: RotationIntent,
): Promise<Result<Replay>> {
  if (!idempotency) return replayOf(null, [])
  const [row] = await query<RecordRow>(findSql, { tokenId, key: idempotency.key, keptSince: idempotency.keptSince })
  const record = row && {
    rotationId: row.rotation_id,
    fingerprint: { keyId: row.fingerprint_key, digest: row.request_fingerprint },
    answer: row.answer,
    outcome: row.outcome as RotationOutcome | null,
  }
  return replayOf(record ?? null, idempotency.fingerprints)
}

/** From now on the key stands for this rotation, whose answer is not there yet. */
export async function reserveKey(
  query: SqlQuery,
  { tokenId, idempotency, rotationId, at }: RotationIntent,
): Promise<void> {
  const [fingerprint] = idempotency?.fingerprints ?? []
  if (!idempotency || !fingerprint) return
  await query(
    `INSERT INTO idempotency_records
       (token_id, idempotency_key, request_fingerprint, fingerprint_key, rotation_id, answer, kept_at)
     VALUES ($tokenId, $key, $digest, $keyId, $rotationId, NULL, $at)
     ON CONFLICT (token_id, idempotency_key) DO UPDATE SET rotation_id = excluded.rotation_id,
       kept_at = excluded.kept_at, answer = NULL, request_fingerprint = excluded.request_fingerprint,
       fingerprint_key = excluded.fingerprint_key`,
    { tokenId, key: idempotency.key, digest: fingerprint.digest, keyId: fingerprint.keyId, rotationId, at },
  )
}

export async function keepFinalAnswer(query: SqlQuery, rotationId: string, answer: string): Promise<void> {
  const sql = 'UPDATE idempotency_records SET answer = $answer WHERE rotation_id = $rotationId'
  await query(sql, { rotationId, answer })
}
