import { timingSafeEqual } from 'node:crypto'
import { fail } from '../../../../shared/failure.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import type { Fingerprint } from '../../../vault/fingerprints.ts'
import type { BegunRotation, RotationIntent } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { prepared } from '../statements.ts'

export const recordsKeptFor = 24 * 60 * 60_000

type Replay = Extract<BegunRotation, { kind: 'replay' }>
/** The rotation may run; `retryOf` is the one it retries. */
type Runnable = { readonly kind: 'run'; readonly retryOf: string | null }

type RecordRow = {
  request_fingerprint: Uint8Array
  fingerprint_key: string
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
  if (!idempotency) return ok({ kind: 'run', retryOf: null })
  prepared(db, 'DELETE FROM kept_answers WHERE kept_at < ?').run(at - recordsKeptFor)
  const record = prepared<RecordRow>(db, findSql).get(toInt(tokenId), idempotency.key)
  if (!record) return ok({ kind: 'run', retryOf: null })
  const { answer, outcome, rotation_id: rotationId } = record
  const compared = compare(record, idempotency.fingerprints)
  if (compared === 'incomparable') return fail('IdempotencyMismatch', { ...incomparable, rotationId })
  if (compared === 'different') return fail('IdempotencyMismatch')
  if (outcome === null) return fail('RotationInProgress', { rotationId })
  return ok(answer === null ? { kind: 'run', retryOf: rotationId } : { kind: 'replay', rotationId, answer })
}

/** Whether the record is of the same request; unknown when the key-encryption key it names is gone. */
function compare({ request_fingerprint, fingerprint_key }: RecordRow, fingerprints: readonly Fingerprint[]) {
  const match = fingerprints.find(({ keyId }) => keyId === fingerprint_key)
  if (!match) return 'incomparable'
  const isSame =
    match.digest.length === request_fingerprint.length && timingSafeEqual(match.digest, request_fingerprint)
  return isSame ? 'same' : 'different'
}

const incomparable = {
  message:
    'Rotation not started: this Idempotency-Key was used before the key-encryption key was replaced, and the old key file is gone, so the requests cannot be compared. Look up the rotation named by rotation-id before you rotate again under a new key.',
  info: ['reason=fingerprint-key-gone'],
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
       request_fingerprint = excluded.request_fingerprint, fingerprint_key = excluded.fingerprint_key`,
  ).run(toInt(tokenId), idempotency.key, fingerprint.digest, fingerprint.keyId, rotationId, at)
}

export function keepAnswer(db: Connection, rotationId: string, answer: string): void {
  prepared(db, 'UPDATE kept_answers SET answer = ? WHERE rotation_id = ?').run(answer, rotationId)
}
