import type { Custodian } from '../../shared/custodians.ts'
import { fail } from '../../shared/failure.ts'
import type { Parsed } from '../../shared/operations.ts'
import { type Result, succeed } from '../../shared/result.ts'
import { seesTenant } from '../access/authorize.ts'
import type { Call } from '../call.ts'
import type { Parts } from '../parts.ts'

/** The custodians the caller sees, or those of one tenant. */
export async function listCustodians(
  { tenantId }: Parsed<'custodians.list'>,
  { principal }: Call,
  { store }: Parts,
): Promise<Result<Custodian[]>> {
  if (!tenantId) return succeed([...(await store.listCustodians(principal.tenantId))])
  const seen = seesTenant(principal, tenantId) && (await store.findTenant(tenantId))
  return seen ? succeed([...(await store.listCustodians(tenantId))]) : fail('NotFound')
}
