import { fail } from '../../../../shared/failure.ts'
import { type Result, succeed } from '../../../../shared/result.ts'
import type { CustodianRecord } from '../../store.ts'
import type { CheckEnd, CheckIntent } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toId, toInt } from '../integers.ts'
import { findCustodian } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import { appendAudit } from './append-audit.ts'
import { checkBudget, countRefusal } from './attempt-budget.ts'

/** Makes the intent of a validation, or of a check of the pair in force, durable before the provider hears of it. */
export function beginCheck(db: Connection, intent: CheckIntent): Result<CustodianRecord> {
  const custodian = findCustodian(db, intent)
  if (!custodian) return fail('NotFound')
  const budget = checkBudget(db, intent)
  if (!budget.ok) return budget
  const { checkId, kind, custodianId, tenantId, actor, at } = intent
  prepared(db, 'INSERT INTO open_checks VALUES (?, ?, ?)').run(checkId, kind, toInt(custodianId))
  appendAudit(db, { kind: `${kind}.intended`, actor, at, tenantId, custodianId, rotationId: checkId })
  return succeed(custodian)
}

export function endCheck(db: Connection, end: CheckEnd): void {
  const { checkId, verdict, reason, refusedKey, actor, at } = end
  const open = prepared<{ kind: 'check' | 'validation'; custodian_id: bigint }>(
    db,
    'DELETE FROM open_checks WHERE check_id = ? RETURNING kind, custodian_id',
  ).get(checkId)
  if (!open) return
  const custodianId = toId(open.custodian_id)
  const tenantId = (findCustodian(db, { custodianId, tenantId: null }) as CustodianRecord).tenantId
  if (refusedKey) countRefusal(db, { custodianId, keyFingerprint: refusedKey, at })
  if (open.kind === 'check') noteCheck(db, open.custodian_id, verdict)
  appendAudit(db, {
    kind: `${open.kind}.ended`,
    actor,
    at,
    tenantId,
    custodianId,
    rotationId: checkId,
    details: { verdict, reason },
  })
}

/** Only what says something about the pair itself; a provider that is down says nothing. */
function noteCheck(db: Connection, custodian: bigint, verdict: string): void {
  if (verdict === 'valid' || verdict === 'wrong-credentials')
    prepared(db, 'UPDATE custodians SET last_check = ? WHERE custodian_id = ?').run(verdict, custodian)
}
