import { type Failure, fail } from '../../../../shared/failure.ts'
import type { Freeze } from '../../../../shared/freezes.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { failureOfFreeze, frozenObject } from '../../../access/freezes.ts'
import { actorIn } from '../../by.ts'
import { toIntOrNull } from '../../integers.ts'
import { everyTenant } from '../../rows/freezes.ts'
import type { FreezeChange } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { selectTenants } from '../reads/custodians.ts'
import { findFreeze, freezeInEffect } from '../reads/freezes.ts'
import { prepared } from '../statements.ts'
import { appendAudit } from './append-audit.ts'

/** Why a change of this tenant is refused now, judged in its transaction; null is of what belongs to no tenant. */
export function refusalOfFrozen(db: Connection, tenantId: Id | null): Failure | null {
  const found = freezeInEffect(db, toIntOrNull(tenantId))
  return found && failureOfFreeze(found)
}

export function freeze(db: Connection, change: FreezeChange): Result<Freeze> {
  const { tenantId, reason, actor, at } = change
  if (tenantId !== null && selectTenants(db, tenantId).length === 0) return fail('NotFound')
  const frozen = findFreeze(db, tenantId)
  if (frozen) return ok(frozen)
  prepared(db, 'INSERT INTO freezes VALUES (?, ?, ?, ?)').run(toIntOrNull(tenantId) ?? everyTenant, at, actor, reason)
  appendAudit(db, { ...auditedBy(change), kind: kindOf(change, 'frozen'), details: { reason } })
  return ok(findFreeze(db, tenantId) as Freeze)
}

export function thaw(db: Connection, change: FreezeChange): Result<Freeze> {
  const { tenantId, reason } = change
  const frozen = findFreeze(db, tenantId)
  if (!frozen)
    return fail('NotFound', { message: `No freeze of ${frozenObject(change)} was found; nothing was changed.` })
  prepared(db, 'DELETE FROM freezes WHERE tenant_id = ?').run(toIntOrNull(tenantId) ?? everyTenant)
  const { frozenAt, frozenBy } = frozen
  const details = { reason, frozenAt, frozenBy, frozenFor: frozen.reason }
  appendAudit(db, { ...auditedBy(change), kind: kindOf(change, 'thawed'), details })
  return ok(frozen)
}

const kindOf = <Verb extends 'frozen' | 'thawed'>({ tenantId }: FreezeChange, verb: Verb) =>
  tenantId === null ? (`platform.${verb}` as const) : (`tenant.${verb}` as const)

const auditedBy = ({ tenantId, ...by }: FreezeChange) => ({
  ...actorIn(by),
  ...(tenantId !== null && { tenantId }),
})
