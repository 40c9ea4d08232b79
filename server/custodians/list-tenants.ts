import type { Output, Parsed } from '../../shared/operations.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Tenant } from '../../shared/tenants.ts'
import type { Call } from '../context/call.ts'
import { pagerOf } from '../context/paging.ts'
import type { Parts } from '../context/parts.ts'

/** The tenants the caller sees. */
export async function listTenants({ principal }: Call, { store }: Parts): Promise<Result<Tenant[]>> {
  return ok([...(await store.listTenants(principal.tenantId))])
}

export async function listTenantsPage(
  input: Parsed<'tenants.listPage'>,
  { principal }: Call,
  { store, salt }: Parts,
): Promise<Result<Output<'tenants.listPage'>>> {
  const pager = pagerOf('tenants.listPage', input, salt)
  if (!pager.ok) return pager
  const { rows, next } = await store.tenantsPage(principal.tenantId, pager.value.request)
  return ok({ items: [...rows], nextCursor: pager.value.nextCursor(next) })
}
