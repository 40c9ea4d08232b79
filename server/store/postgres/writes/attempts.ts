import type { Id } from '../../../../shared/primitives.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { mayAttempt, type PastAttempt } from '../../../rotations/attempt-budget.ts'
import type { RefusedBy } from '../../rotation-writes.ts'
import { refusedAs } from '../../rows/attempts.ts'
import type { SqlQuery } from '../connection.ts'

type NewAttempt = {
  readonly attemptId: string
  readonly custodianId: Id
  readonly tokenId: Id
  readonly keyFingerprint: Uint8Array
  readonly at: number
  readonly serverId: string
}

type AttemptRow = { readonly at: bigint; readonly refused: bigint }

const toPastAttempt = ({ at, refused }: AttemptRow): PastAttempt => ({ refusedAt: refused ? Number(at) : null })

/** What a token may still try, and what it tried under an Idempotency-Key, stays as it is until this transaction has ended. */
export async function lockToken(query: SqlQuery, tokenId: Id): Promise<void> {
  await query('SELECT FROM operator_tokens WHERE token_id = $tokenId FOR NO KEY UPDATE', { tokenId })
}

/** Opens an attempt with a key, unless a budget is exhausted. The custodian and the token are locked. */
export async function addAttempt(query: SqlQuery, attempt: NewAttempt): Promise<Result<null>> {
  const values = { ...attempt, local: refusedAs.local }
  const [withKey, ofToken] = await Promise.all([
    query<AttemptRow>(
      `SELECT at, refused FROM attempts
       WHERE custodian_id = $custodianId AND key_fingerprint = $keyFingerprint AND refused <> $local`,
      values,
    ),
    query<AttemptRow>('SELECT at, refused FROM attempts WHERE token_id = $tokenId', values),
  ])
  const allowed = mayAttempt({ withKey: withKey.map(toPastAttempt), ofToken: ofToken.map(toPastAttempt) }, attempt.at)
  if (!allowed.ok) return allowed
  await query(
    `INSERT INTO attempts (attempt_id, custodian_id, token_id, key_fingerprint, at, server_id)
     VALUES ($attemptId, $custodianId, $tokenId, $keyFingerprint, $at, $serverId)`,
    values,
  )
  return ok(null)
}

type EndedAttempt = { readonly attemptId: string; readonly refusedBy: RefusedBy; readonly at: number }

/** Ends an attempt; one whose key was refused is remembered. */
export async function finishAttempt(query: SqlQuery, { attemptId, refusedBy, at }: EndedAttempt): Promise<void> {
  if (refusedBy) {
    const values = { attemptId, refused: refusedAs[refusedBy], at }
    await query('UPDATE attempts SET refused = $refused, at = $at WHERE attempt_id = $attemptId', values)
  } else await query('DELETE FROM attempts WHERE attempt_id = $attemptId', { attemptId })
}
