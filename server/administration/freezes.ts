import { fail } from '../../shared/failure.ts'
import type { Freeze } from '../../shared/freezes.ts'
import type { Parsed } from '../../shared/operations.ts'
import { ok, type Result } from '../../shared/result.ts'
import { seesTenant } from '../access/authorize.ts'
import { byOf, type Call } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'

/** What refuses changes that concern the caller. */
export async function readFreezes({ principal }: Call, { store }: Parts): Promise<Result<Freeze[]>> {
  return ok([...(await store.listFreezes(principal.tenantId))])
}

export async function freezeChanges(
  { tenantId, reason }: Parsed<'freezes.freeze'>,
  call: Call,
  { store, clock }: Parts,
): Promise<Result<Freeze>> {
  const { principal } = call
  if (tenantId === null && principal.tenantId !== null) return fail('Forbidden', { info: [onlyPlatform] })
  if (tenantId !== null && !seesTenant(principal, tenantId)) return fail('NotFound')
  return store.freeze({ tenantId, reason, ...byOf(call, clock.now()) })
}

export const thawChanges = (
  { tenantId, reason }: Parsed<'freezes.thaw'>,
  call: Call,
  { store, clock }: Parts,
): Promise<Result<Freeze>> => store.thaw({ tenantId, reason, ...byOf(call, clock.now()) })

const onlyPlatform = 'tenantId: null, which is everything, needs a token without a tenant (a platform administrator)'
