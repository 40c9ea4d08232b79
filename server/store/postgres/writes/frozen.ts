import { type Failure, fail } from '../../../../shared/failure.ts'
import type { Freeze } from '../../../../shared/freezes.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { failureOfFreeze, frozenObject } from '../../../access/freezes.ts'
import { actorIn } from '../../by.ts'
import { everyTenant } from '../../rows/freezes.ts'
import type { FreezeChange } from '../../writes.ts'
import type { SqlQuery } from '../connection.ts'
import { lockRestrictions } from '../locks.ts'
import { tenantWith } from '../reads/custodians.ts'
import { effectiveFreeze, freezeOf } from '../reads/freezes.ts'
import type { Transaction } from '../transact.ts'

/** Why a change of this tenant is refused now, judged in its transaction; null is of what belongs to no tenant. */
export async function failureWhileFrozen(query: SqlQuery, tenantId: Id | null): Promise<Failure | null> {
  const found = await effectiveFreeze(query, tenantId)
  return found && failureOfFreeze(found)
}

async function freeze({ query, audit }: Transaction, change: FreezeChange): Promise<Result<Freeze>> {
  const { tenantId, reason, actor, at } = change
  await lockRestrictions(query)
  if (tenantId !== null && !(await tenantWith(query, tenantId))) return fail('NotFound')
  const frozen = await freezeOf(query, tenantId)
  if (frozen) return ok(frozen)
  const values = { tenant: tenantId ?? everyTenant, at, actor, reason }
  await query('INSERT INTO freezes VALUES ($tenant, $at, $actor, $reason)', values)
  audit({ ...auditedBy(change), kind: kindOf(change, 'frozen'), details: { reason } })
  return ok((await freezeOf(query, tenantId)) as Freeze)
}

async function thaw({ query, audit }: Transaction, change: FreezeChange): Promise<Result<Freeze>> {
  const { tenantId, reason } = change
  await lockRestrictions(query)
  const frozen = await freezeOf(query, tenantId)
  if (!frozen)
    return fail('NotFound', { message: `No freeze of ${frozenObject(change)} was found; nothing was changed.` })
  await query('DELETE FROM freezes WHERE tenant_id = $tenant', { tenant: tenantId ?? everyTenant })
  const { frozenAt, frozenBy } = frozen
  const details = { reason, frozenAt, frozenBy, frozenFor: frozen.reason }
  audit({ ...auditedBy(change), kind: kindOf(change, 'thawed'), details })
  return ok(frozen)
}

const kindOf = <Verb extends 'frozen' | 'thawed'>({ tenantId }: FreezeChange, verb: Verb) =>
  tenantId === null ? (`platform.${verb}` as const) : (`tenant.${verb}` as const)

const auditedBy = ({ tenantId, ...by }: FreezeChange) => ({
  ...actorIn(by),
  ...(tenantId !== null && { tenantId }),
})

export const freezeWrites = { freeze, thaw } as const
