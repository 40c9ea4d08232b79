import { fail } from '../../../../shared/failure.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { actorIn } from '../../by.ts'
import { toId, toInt } from '../../integers.ts'
import type { CustodianRecord } from '../../records.ts'
import type { CheckEnd, CheckIntent } from '../../rotation-writes.ts'
import type { Connection } from '../connection.ts'
import { findCustodian } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import { appendAudit } from './append-audit.ts'
import { closeAttempt, openAttempt } from './attempts.ts'
import { refusalOfFrozen } from './freezes.ts'
import { noteCheck } from './note-check.ts'

/** Makes the intent of a validation, or of a check of the active credentials, durable before the provider is contacted. */
export function beginCheck(db: Connection, intent: CheckIntent): Result<CustodianRecord> {
  const custodian = findCustodian(db, intent)
  if (!custodian) return fail('NotFound')
  if (custodian.isDisabled) return fail('Disabled')
  const frozen = refusalOfFrozen(db, custodian.tenantId)
  if (frozen) return err(frozen)
  const { checkId, kind, custodianId, tenantId, version } = intent
  const opened = openAttempt(db, { ...intent, attemptId: checkId })
  if (!opened.ok) return opened
  prepared(db, 'INSERT INTO open_checks VALUES (?, ?, ?, ?)').run(checkId, kind, toInt(custodianId), version)
  appendAudit(db, { ...actorIn(intent), kind: `${kind}.intended`, tenantId, custodianId, rotationId: checkId })
  return ok(custodian)
}

type OpenCheckRow = { kind: 'check' | 'validation'; custodian_id: bigint; version: bigint | null; tenant_id: bigint }

export function endCheck(db: Connection, end: CheckEnd): void {
  const { checkId, verdict, reason, refusedBy, at } = end
  const open = prepared<OpenCheckRow>(
    db,
    `DELETE FROM open_checks WHERE check_id = ?
     RETURNING *, (SELECT tenant_id FROM custodians c WHERE c.custodian_id = open_checks.custodian_id) AS tenant_id`,
  ).get(checkId)
  if (!open) return
  closeAttempt(db, { attemptId: checkId, refusedBy, at })
  if (open.version !== null && verdict)
    noteCheck(db, { custodian: open.custodian_id, version: open.version, verdict, at })
  const keyId = open.version === null ? end.keyId : knownKeyId(db, open, end)
  appendAudit(db, {
    ...actorIn(end),
    kind: `${open.kind}.ended`,
    tenantId: toId(open.tenant_id),
    custodianId: toId(open.custodian_id),
    rotationId: checkId,
    details: { ...(verdict ? { verdict } : { outcome: 'failed' }), reason, ...(keyId && { keyId }) },
  })
}

/** What names the checked version. A version that was stored without it gets the one that the check found. */
function knownKeyId(db: Connection, { custodian_id, version }: OpenCheckRow, { keyId }: CheckEnd): string | null {
  const row = prepared<{ api_key_id: string | null }>(
    db,
    `UPDATE credentials SET api_key_id = ifnull(api_key_id, ?) WHERE custodian_id = ? AND version = ?
     RETURNING api_key_id`,
  ).get(keyId ?? null, custodian_id, version)
  return row?.api_key_id ?? null
}
