import type { Id } from '../../../../shared/primitives.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { ImpossibleStep } from '../../../rotations/machine.ts'
import { refusalOfActivation, type TokenNow } from '../../../rotations/may-activate.ts'
import { toInt } from '../../integers.ts'
import type { RotationCompletion } from '../../rotation-writes.ts'
import { type TokenRow, toTokenRecord } from '../../rows/tokens.ts'
import { StoreError } from '../../store-error.ts'
import type { Connection } from '../connection.ts'
import { findCustodian } from '../reads/custodians.ts'
import { freezeInEffect } from '../reads/freezes.ts'
import { activeKeyId } from '../reads/keys.ts'
import { prepared } from '../statements.ts'
import { closeAttempt } from './attempts.ts'
import { replaceActive } from './credentials.ts'
import { advanceRotation, closeRotation } from './end-rotation.ts'
import { keepAnswer } from './idempotency-records.ts'

/** Activation. An error means that no credentials were written and the rotation is still open, as accepted. */
export function completeRotation(db: Connection, completion: RotationCompletion): Result<{ version: number }> {
  const { rotationId, custodianId, tokenId, version, keyId, reason, actor, requestId, at, answer } = completion
  advanceRotation(db, { rotationId, stage: 'accepted', keyId })
  const custodian = findCustodian(db, { custodianId, tenantId: null })
  const freeze = custodian && freezeInEffect(db, toInt(custodian.tenantId))
  const refusal = refusalOfActivation({ custodian, token: tokenNow(db, tokenId), freeze }, completion)
  if (refusal) return err(refusal)
  assertUnderActiveKey(db, completion)
  raiseVersion(db, completion)
  replaceActive(db, completion)
  const by = { actor, actorTokenId: tokenId, requestId, at }
  if (!closeRotation(db, { rotationId, outcome: 'stored', verdict: 'valid', reason, ...by }, 'request'))
    throw new ImpossibleStep('the rotation has ended already')
  closeAttempt(db, { attemptId: rotationId, refusedBy: null, at })
  keepAnswer(db, rotationId, answer)
  return ok({ version })
}

/** A key may have been replaced since the credentials were sealed; the old one is not to wrap anything new. */
function assertUnderActiveKey(db: Connection, { sealed: { keyId } }: RotationCompletion): void {
  const active = activeKeyId(db)
  if (active !== null && active !== keyId)
    throw new StoreError('replaced-key', '', `the credentials are sealed under key ${keyId}, but ${active} is active`)
}

function tokenNow(db: Connection, tokenId: Id): TokenNow {
  const row = prepared<TokenRow>(db, 'SELECT * FROM operator_tokens WHERE token_id = ?').get(toInt(tokenId))
  return row ? toTokenRecord(row) : null
}

function raiseVersion(db: Connection, { custodianId, version, providerAccount, at }: RotationCompletion): void {
  prepared(
    db,
    `UPDATE custodians SET credential_version = $version, provider_account = $account, last_check = 'valid',
       last_checked_at = $at
     WHERE custodian_id = $custodian`,
  ).run({ custodian: toInt(custodianId), version, account: providerAccount, at })
}
