import { fail } from '../../../../shared/failure.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import type { RotationCompletion } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { prepared } from '../statements.ts'
import { closeAttempt } from './attempt-budget.ts'
import { closeRotation } from './end-rotation.ts'
import { keepAnswer } from './idempotency-records.ts'

/** The cut-over. A failure means that nothing was written and the rotation is still open. */
export function completeRotation(db: Connection, completion: RotationCompletion): Result<{ version: number }> {
  const { rotationId, tokenId: actorTokenId, version, reason, actor, at, answer } = completion
  const lost = lostRight(db, completion)
  if (lost) return fail('Forbidden', { ...lost, rotationId })
  if (!raiseVersion(db, completion)) return fail('RotationInProgress', { rotationId })
  replaceCredentials(db, completion)
  prepared(db, `UPDATE rotations SET stage = 'stored' WHERE rotation_id = ? AND outcome IS NULL`).run(rotationId)
  if (!closeRotation(db, { rotationId, outcome: 'stored', verdict: 'valid', reason, actor, actorTokenId, at }))
    throw new Error('the rotation has ended already')
  closeAttempt(db, { attemptId: rotationId, refusedBy: null, at })
  keepAnswer(db, rotationId, answer)
  return ok({ version })
}

type TokenRow = { revoked: bigint; expired: bigint; permitted: bigint }

const tokenSql = `
  SELECT revoked_at IS NOT NULL AS revoked, expires_at <= $at AS expired,
    EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = $permission) AS permitted
  FROM operator_tokens WHERE token_id = $token`

/** Why the caller may no longer do what it began; null while it may. */
function lostRight(db: Connection, { tokenId, permission, at }: RotationCompletion) {
  const row = prepared<TokenRow>(db, tokenSql).get({ token: toInt(tokenId), permission, at })
  if (!row || row.revoked) return lost('token-revoked', 'the operator token was revoked')
  if (row.expired) return lost('token-expired', 'the operator token expired')
  return row.permitted ? null : lost('permission-removed', `the operator token lost the permission ${permission}`)
}

const lost = (reason: string, event: string) => ({
  message: `New keys not stored: ${event} while the rotation was running. Nothing was changed. Rotate again with a valid token.`,
  info: [`reason=${reason}`],
})

/** Compare-and-set: another version, or another provider account than the pinned one, leaves everything as it is. */
function raiseVersion(db: Connection, completion: RotationCompletion): boolean {
  const { custodianId, expectedVersion, version, providerAccount } = completion
  const { changes } = prepared(
    db,
    `UPDATE custodians SET credential_version = $version, provider_account = $account, last_check = 'valid'
     WHERE custodian_id = $custodian AND credential_version = $expected AND ifnull(provider_account, $account) = $account`,
  ).run({ custodian: toInt(custodianId), expected: expectedVersion, version, account: providerAccount })
  return changes === 1
}

function replaceCredentials(db: Connection, { custodianId, version, sealed, at }: RotationCompletion): void {
  const custodian = toInt(custodianId)
  prepared(db, 'UPDATE credentials SET retired_at = ? WHERE custodian_id = ? AND retired_at IS NULL').run(at, custodian)
  prepared(db, 'INSERT INTO credentials VALUES (?, ?, ?, ?, ?, ?, NULL)').run(
    ...[custodian, version, sealed.keyId, sealed.wrappedKey, sealed.ciphertext, at],
  )
}
