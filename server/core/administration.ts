import { administerTenants } from '../administration/tenants.ts'
import type { Parts } from '../context/parts.ts'
import type { Operations } from './perform.ts'

type Subject = 'tenants'
type Verb = 'get' | 'create' | 'update' | 'delete' | 'disable' | 'enable'

/** What stands behind the operations that administer objects. */
export function createAdministration(parts: Parts): Pick<Operations, `${Subject}.${Verb}`> {
  const tenants = administerTenants(parts)
  return {
    'tenants.get': tenants.get,
    'tenants.create': tenants.create,
    'tenants.update': tenants.update,
    'tenants.delete': tenants.delete,
    'tenants.disable': tenants.disable,
    'tenants.enable': tenants.enable,
  }
}
