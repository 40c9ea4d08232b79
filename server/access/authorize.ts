import { fail } from '../../shared/failure.ts'
import type { Operation } from '../../shared/operation.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Principal } from '../context/principal.ts'

/** Whether the caller may call the operation; which objects are visible is decided by the operation. */
export function authorize(principal: Principal, { permission, platformOnly }: Operation): Result<null> {
  if (permission && !principal.permissions.includes(permission))
    return fail('Forbidden', { info: [`permission: ${permission} is missing`] })
  if (platformOnly && principal.tenantId !== null)
    return fail('Forbidden', { info: ['tenant: requires a token without a tenant (a platform administrator)'] })
  return ok(null)
}

/** Whether an object of this tenant exists for the caller. */
export const seesTenant = (principal: Principal, tenantId: string): boolean =>
  principal.tenantId === null || principal.tenantId === tenantId
