import { fail } from '../../../../shared/failure.ts'
import { type Result, succeed } from '../../../../shared/result.ts'
import type { RotationCompletion } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { prepared } from '../statements.ts'
import { closeAttempt } from './attempt-budget.ts'
import { closeRotation } from './end-rotation.ts'
import { keepAnswer } from './kept-answers.ts'

/** The cut-over. A failure means that nothing was written and the rotation is still open. */
export function completeRotation(db: Connection, completion: RotationCompletion): Result<{ version: number }> {
  const { rotationId, expectedVersion, reason, actor, at, answer } = completion
  if (!callerMayStill(db, completion)) return fail('Forbidden', { rotationId })
  if (!raiseVersion(db, completion)) return fail('RotationInProgress', { rotationId })
  const version = expectedVersion + 1
  replacePair(db, completion, version)
  prepared(db, `UPDATE rotations SET stage = 'stored' WHERE rotation_id = ? AND outcome IS NULL`).run(rotationId)
  if (!closeRotation(db, { rotationId, outcome: 'stored', verdict: 'valid', reason, actor, at }))
    throw new Error('the rotation has ended already')
  closeAttempt(db, { attemptId: rotationId, isRefused: false, at })
  keepAnswer(db, rotationId, answer)
  return succeed({ version })
}

const callerMayStill = (db: Connection, { tokenId, permission, at }: RotationCompletion) =>
  prepared(
    db,
    `SELECT 1 FROM operator_tokens WHERE token_id = ? AND revoked_at IS NULL AND expires_at > ?
     AND EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = ?)`,
  ).get(toInt(tokenId), at, permission) !== undefined

/** Compare-and-set: another version, or another provider account than the pinned one, leaves everything as it is. */
function raiseVersion(db: Connection, { custodianId, expectedVersion, providerAccount }: RotationCompletion): boolean {
  const { changes } = prepared(
    db,
    `UPDATE custodians SET credential_version = credential_version + 1, provider_account = $account, last_check = 'valid'
     WHERE custodian_id = $custodian AND credential_version = $expected AND ifnull(provider_account, $account) = $account`,
  ).run({ custodian: toInt(custodianId), expected: expectedVersion, account: providerAccount })
  return changes === 1
}

function replacePair(db: Connection, { custodianId, sealed, at }: RotationCompletion, version: number): void {
  const custodian = toInt(custodianId)
  prepared(db, 'UPDATE credentials SET retired_at = ? WHERE custodian_id = ? AND retired_at IS NULL').run(at, custodian)
  prepared(db, 'INSERT INTO credentials VALUES (?, ?, ?, ?, ?, ?, NULL)').run(
    ...[custodian, version, sealed.keyId, sealed.wrappedKey, sealed.ciphertext, at],
  )
}
