import { fail } from '../../../../shared/failure.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { actorIn } from '../../by.ts'
import { toId } from '../../integers.ts'
import type { CustodianRecord } from '../../records.ts'
import type { CheckEnd, CheckIntent } from '../../rotation-writes.ts'
import type { SqlQuery } from '../connection.ts'
import { shareRestrictions } from '../locks.ts'
import { lockedCustodian } from '../reads/custodians.ts'
import type { Transaction } from '../transact.ts'
import { addAttempt, finishAttempt, lockToken } from './attempts.ts'
import type { Owned } from './begin-rotation.ts'
import { noteVerdict } from './end-rotation.ts'
import { failureWhileFrozen } from './frozen.ts'

/** Makes the intent of a validation, or of a check of the active credentials, durable before the provider is contacted. */
async function beginCheck({ query, audit }: Transaction, intent: Owned<CheckIntent>): Promise<Result<CustodianRecord>> {
  await shareRestrictions(query)
  const custodian = await lockedCustodian(query, intent)
  if (!custodian) return fail('NotFound')
  if (custodian.isDisabled) return fail('Disabled')
  const frozen = await failureWhileFrozen(query, custodian.tenantId)
  if (frozen) return err(frozen)
  const { checkId, kind, custodianId, tenantId, tokenId, version, serverId } = intent
  await lockToken(query, tokenId)
  const opened = await addAttempt(query, { ...intent, attemptId: checkId })
  if (!opened.ok) return opened
  const values = { checkId, kind, custodianId, version, serverId }
  await query('INSERT INTO open_checks VALUES ($checkId, $kind, $custodianId, $version, $serverId)', values)
  audit({ ...actorIn(intent), kind: `${kind}.intended`, tenantId, custodianId, rotationId: checkId })
  return ok(custodian)
}

type OpenCheckRow = { kind: 'check' | 'validation'; custodian_id: bigint; version: bigint | null }

async function endCheck({ query, audit }: Transaction, end: CheckEnd): Promise<void> {
  const { checkId, verdict, reason, refusedBy, at } = end
  const sql = 'SELECT kind, custodian_id, version FROM open_checks WHERE check_id = $checkId'
  const [found] = await query<OpenCheckRow>(sql, { checkId })
  if (!found) return
  const custodian = await lockedCustodian(query, { custodianId: toId(found.custodian_id), tenantId: null })
  const [open] = await query('DELETE FROM open_checks WHERE check_id = $checkId RETURNING check_id', { checkId })
  if (!open || !custodian) return
  await finishAttempt(query, { attemptId: checkId, refusedBy, at })
  const { kind, custodian_id, version } = found
  if (version !== null && verdict) await noteVerdict(query, { custodian: custodian_id, version, verdict, at })
  const keyId = version === null ? end.keyId : await keyIdOf(query, { custodian_id, version }, end)
  audit({
    ...actorIn(end),
    kind: `${kind}.ended`,
    tenantId: custodian.tenantId,
    custodianId: custodian.custodianId,
    rotationId: checkId,
    details: { ...(verdict ? { verdict } : { outcome: 'failed' }), reason, ...(keyId && { keyId }) },
  })
}

type Checked = { readonly custodian_id: bigint; readonly version: bigint }

/** What names the checked version. A version that was stored without it gets the one that the check found. */
async function keyIdOf(query: SqlQuery, checked: Checked, { keyId = null }: CheckEnd): Promise<string | null> {
  const [row] = await query<{ api_key_id: string | null }>(
    `UPDATE credentials SET api_key_id = coalesce(api_key_id, $keyId)
     WHERE custodian_id = $custodian_id AND version = $version RETURNING api_key_id`,
    { ...checked, keyId },
  )
  return row?.api_key_id ?? null
}

export const checkWrites = { beginCheck, endCheck } as const
