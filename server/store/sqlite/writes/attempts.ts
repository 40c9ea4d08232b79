import type { Id } from '../../../../shared/primitives.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { mayAttempt, type PastAttempt } from '../../../rotations/attempt-budget.ts'
import { toInt } from '../../integers.ts'
import type { RefusedBy } from '../../rotation-writes.ts'
import { refusedAs } from '../../rows/attempts.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

type Attempt = {
  readonly attemptId: string
  readonly custodianId: Id
  readonly tokenId: Id
  readonly keyFingerprint: Uint8Array
  readonly at: number
}

/** Opens an attempt with a key, unless a budget is exhausted. */
export function openAttempt(db: Connection, attempt: Attempt): Result<null> {
  const { attemptId, custodianId, tokenId, keyFingerprint, at } = attempt
  const past = { withKey: attemptsWithKey(db, attempt), ofToken: attemptsOfToken(db, attempt) }
  const allowed = mayAttempt(past, at)
  if (!allowed.ok) return allowed
  prepared(
    db,
    'INSERT INTO attempts (attempt_id, custodian_id, token_id, key_fingerprint, at) VALUES (?, ?, ?, ?, ?)',
  ).run(attemptId, toInt(custodianId), toInt(tokenId), keyFingerprint, at)
  return ok(null)
}

type AttemptRow = { readonly at: bigint; readonly refused: bigint }

const toPastAttempt = ({ at, refused }: AttemptRow): PastAttempt => ({ refusedAt: refused ? Number(at) : null })

const attemptsWithKey = (db: Connection, { custodianId, keyFingerprint }: Attempt): readonly PastAttempt[] =>
  prepared<AttemptRow>(
    db,
    `SELECT at, refused FROM attempts
     WHERE custodian_id = ? AND key_fingerprint = ? AND refused <> ${refusedAs.local}`,
  )
    .all(toInt(custodianId), keyFingerprint)
    .map(toPastAttempt)

const attemptsOfToken = (db: Connection, { tokenId }: Attempt): readonly PastAttempt[] =>
  prepared<AttemptRow>(db, 'SELECT at, refused FROM attempts WHERE token_id = ?').all(toInt(tokenId)).map(toPastAttempt)

type ClosedAttempt = { readonly attemptId: string; readonly refusedBy: RefusedBy; readonly at: number }

/** Ends an attempt; one whose key was refused is remembered. */
export function closeAttempt(db: Connection, { attemptId, refusedBy, at }: ClosedAttempt): void {
  if (refusedBy)
    prepared(db, 'UPDATE attempts SET refused = ?, at = ? WHERE attempt_id = ?').run(
      refusedAs[refusedBy],
      at,
      attemptId,
    )
  else prepared(db, 'DELETE FROM attempts WHERE attempt_id = ?').run(attemptId)
}
