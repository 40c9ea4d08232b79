import type { Custodian, CustodiansPage } from '../../shared/custodians.ts'
import { fail } from '../../shared/failure.ts'
import type { Parsed } from '../../shared/operations.ts'
import type { Id } from '../../shared/primitives.ts'
import { ok, type Result } from '../../shared/result.ts'
import { seesTenant } from '../access/authorize.ts'
import type { Call } from '../context/call.ts'
import { pagerOf } from '../context/paging.ts'
import type { Parts } from '../context/parts.ts'

/** Whose custodians are asked for (null: everybody's), unless that tenant is not there for the caller. */
async function tenantOf(tenantId: Id | undefined, { principal }: Call, { store }: Parts): Promise<Result<Id | null>> {
  if (!tenantId) return ok(principal.tenantId)
  const seen = seesTenant(principal, tenantId) && (await store.findTenant(tenantId))
  return seen ? ok(tenantId) : fail('NotFound')
}

/** The custodians the caller sees, or those of one tenant. */
export async function listCustodians(
  { tenantId }: Parsed<'custodians.list'>,
  call: Call,
  parts: Parts,
): Promise<Result<Custodian[]>> {
  const tenant = await tenantOf(tenantId, call, parts)
  return tenant.ok ? ok([...(await parts.store.listCustodians(tenant.value))]) : tenant
}

export async function listCustodiansPage(
  input: Parsed<'custodians.listPage'>,
  call: Call,
  parts: Parts,
): Promise<Result<CustodiansPage>> {
  const pager = pagerOf('custodians.listPage', input, parts.salt)
  if (!pager.ok) return pager
  const tenant = await tenantOf(input.tenantId, call, parts)
  if (!tenant.ok) return tenant
  const { rows, next } = await parts.store.custodiansPage(tenant.value, pager.value.request)
  return ok({ items: [...rows], nextCursor: pager.value.nextCursor(next) })
}
