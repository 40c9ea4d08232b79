import { fail } from '../../../../shared/failure.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { nextVersion, startOf } from '../../../rotations/machine.ts'
import type { CustodianRecord } from '../../records.ts'
import type { BegunRotation, RotationIntent } from '../../rotation-writes.ts'
import { only, type SqlQuery } from '../connection.ts'
import { shareRestrictions } from '../locks.ts'
import { activeVersion } from '../reads/credentials.ts'
import { lockedCustodian } from '../reads/custodians.ts'
import type { Transaction } from '../transact.ts'
import { addAttempt, lockToken } from './attempts.ts'
import { failureWhileFrozen } from './frozen.ts'
import { replayUnderKey, reserveKey } from './idempotency-records.ts'

/** With the server that begins it. */
export type Owned<Intent> = Intent & { readonly serverId: string }

async function beginRotation(transaction: Transaction, intent: Owned<RotationIntent>): Promise<Result<BegunRotation>> {
  const { query } = transaction
  await shareRestrictions(query)
  const custodian = await lockedCustodian(query, intent)
  if (!custodian) return fail('NotFound')
  await lockToken(query, intent.tokenId)
  const known = await replayUnderKey(query, intent)
  if (!known.ok) return known
  if (known.value.kind === 'replay') return ok(known.value)
  if (custodian.isDisabled) return fail('Disabled')
  const frozen = await failureWhileFrozen(query, custodian.tenantId)
  if (frozen) return err(frozen)
  const [isOpen, later] = await Promise.all([hasOpenRotation(query, intent), laterRotation(query, intent)])
  if (isOpen) return fail('RotationInProgress')
  if (later !== null) return ok({ kind: 'overtaken', by: later })
  const opened = await addAttempt(query, { ...intent, attemptId: intent.rotationId })
  if (!opened.ok) return opened
  await storeIntent(transaction, intent, { custodian, retryOf: known.value.retryOf })
  const current = await activeVersion(query, intent.custodianId)
  return ok({ kind: 'begun', custodian, current, version: await versionToCome(query, custodian) })
}

async function versionToCome(query: SqlQuery, { custodianId, credentialVersion }: CustodianRecord): Promise<number> {
  const sql = 'SELECT coalesce(max(version), 0) AS last FROM credentials WHERE custodian_id = $custodianId'
  const { last } = only(await query<{ last: bigint }>(sql, { custodianId }))
  return nextVersion(credentialVersion, Number(last))
}

async function hasOpenRotation(query: SqlQuery, { custodianId }: RotationIntent): Promise<boolean> {
  const sql = 'SELECT FROM rotations WHERE custodian_id = $custodianId AND outcome IS NULL'
  return (await query(sql, { custodianId })).length > 0
}

/** The latest one whose ID is not before this one. */
async function laterRotation(query: SqlQuery, { custodianId, rotationId }: RotationIntent): Promise<string | null> {
  const sql = `SELECT rotation_id AS id FROM rotations
    WHERE custodian_id = $custodianId AND rotation_id >= $rotationId ORDER BY rotation_id DESC LIMIT 1`
  return (await query<{ id: string }>(sql, { custodianId, rotationId }))[0]?.id ?? null
}

type Start = { readonly custodian: CustodianRecord; readonly retryOf: string | null }

async function storeIntent(
  { query, audit }: Transaction,
  intent: Owned<RotationIntent>,
  { custodian, retryOf }: Start,
): Promise<void> {
  const { rotationId, custodianId, tenantId, tokenId, idempotency, actor, requestId, at, serverId } = intent
  const { credentialVersion: version } = custodian
  const { stage, keyId } = startOf(intent, custodian)
  await query(
    `INSERT INTO rotations
       (rotation_id, custodian_id, operator, credential_version, started_at, token_id, idempotency_key, retry_of,
        server_id, stage, api_key_id)
     VALUES ($rotationId, $custodianId, $actor, $version, $at, $tokenId, $key, $retryOf, $serverId, $stage, $keyId)`,
    {
      rotationId,
      custodianId,
      actor,
      version,
      at,
      tokenId,
      key: idempotency?.key ?? null,
      retryOf,
      serverId,
      stage,
      keyId,
    },
  )
  await reserveKey(query, intent)
  audit({
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

export const beginWrites = { beginRotation } as const
