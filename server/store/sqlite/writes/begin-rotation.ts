import { fail } from '../../../../shared/failure.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { nextVersion, startOf } from '../../../rotations/machine.ts'
import { toInt } from '../../integers.ts'
import type { CustodianRecord } from '../../records.ts'
import type { BegunRotation, RotationIntent } from '../../rotation-writes.ts'
import type { Connection } from '../connection.ts'
import { findActiveVersion } from '../reads/credentials.ts'
import { findCustodian } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import { appendAudit } from './append-audit.ts'
import { openAttempt } from './attempts.ts'
import { refusalOfFrozen } from './freezes.ts'
import { lookUpKey, reserveAnswer } from './idempotency-records.ts'

export function beginRotation(db: Connection, intent: RotationIntent): Result<BegunRotation> {
  const custodian = findCustodian(db, intent)
  if (!custodian) return fail('NotFound')
  const known = lookUpKey(db, intent)
  if (!known.ok) return known
  if (known.value.kind === 'replay') return ok(known.value)
  if (custodian.isDisabled) return fail('Disabled')
  const frozen = refusalOfFrozen(db, custodian.tenantId)
  if (frozen) return err(frozen)
  if (isRotating(db, intent)) return fail('RotationInProgress')
  const later = laterRotation(db, intent)
  if (later !== null) return ok({ kind: 'overtaken', by: later })
  const opened = openAttempt(db, { ...intent, attemptId: intent.rotationId })
  if (!opened.ok) return opened
  insertIntent(db, intent, { custodian, retryOf: known.value.retryOf })
  const current = findActiveVersion(db, intent.custodianId)
  return ok({ kind: 'begun', custodian, current, version: versionAfter(db, custodian) })
}

function versionAfter(db: Connection, { custodianId, credentialVersion }: CustodianRecord): number {
  const { last } = prepared<{ last: bigint }>(
    db,
    'SELECT ifnull(max(version), 0) AS last FROM credentials WHERE custodian_id = ?',
  ).get(toInt(custodianId)) as { last: bigint }
  return nextVersion(credentialVersion, Number(last))
}

const isRotating = (db: Connection, { custodianId }: RotationIntent) =>
  prepared(db, 'SELECT 1 FROM rotations WHERE custodian_id = ? AND outcome IS NULL').get(toInt(custodianId)) !==
  undefined

/** The latest one whose ID is not before this one. */
function laterRotation(db: Connection, { custodianId, rotationId }: RotationIntent): string | null {
  const sql = `SELECT rotation_id AS id FROM rotations
    WHERE custodian_id = ? AND rotation_id >= ? ORDER BY rotation_id DESC LIMIT 1`
  return prepared<{ id: string }>(db, sql).get(toInt(custodianId), rotationId)?.id ?? null
}

type Start = { readonly custodian: CustodianRecord; readonly retryOf: string | null }

function insertIntent(db: Connection, intent: RotationIntent, { custodian, retryOf }: Start): void {
  const { rotationId, custodianId, tenantId, tokenId, idempotency, actor, requestId, at } = intent
  const { credentialVersion: version } = custodian
  prepared(
    db,
    `INSERT INTO rotations
       (rotation_id, custodian_id, operator, credential_version, started_at, token_id, idempotency_key, retry_of,
        stage, api_key_id)
     VALUES ($rotationId, $custodian, $actor, $version, $at, $token, $key, $retryOf, $stage, $keyId)`,
  ).run({
    rotationId,
    custodian: toInt(custodianId),
    actor,
    version,
    at,
    token: toInt(tokenId),
    key: idempotency?.key ?? null,
    retryOf,
    ...startOf(intent, custodian),
  })
  reserveAnswer(db, intent)
  appendAudit(db, {
    kind: 'rotation.intended',
    actor,
    actorTokenId: tokenId,
    requestId,
    at,
    tenantId,
    custodianId,
    rotationId,
    details: { version: `${version}`, ...(retryOf && { retryOf }) },
  })
}
