import { fail } from '../../shared/failure.ts'
import type { Operation } from '../../shared/operations.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Principal } from './principal.ts'

/** Whether this caller may call the operation at all; which objects it sees is for the operation to decide. */
export function authorize(principal: Principal, { permission, platformOnly }: Operation): Result<null> {
  if (permission && !principal.permissions.includes(permission))
    return fail('Forbidden', { info: [`permission: ${permission} is missing`] })
  if (platformOnly && principal.tenantId !== null)
    return fail('Forbidden', { info: ['tenant: only a token without a tenant (a platform administrator) may do this'] })
  return ok(null)
}

/** Whether an object of this tenant exists for the caller. */
export const seesTenant = (principal: Principal, tenantId: string): boolean =>
  principal.tenantId === null || principal.tenantId === tenantId
