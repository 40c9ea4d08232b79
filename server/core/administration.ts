import { administerCustodians } from '../administration/custodians.ts'
import { administerTenants } from '../administration/tenants.ts'
import type { Parts } from '../context/parts.ts'
import type { Operations } from './perform.ts'

type Subject = 'tenants' | 'custodians'
type Verb = 'get' | 'create' | 'update' | 'delete' | 'disable' | 'enable'

/** What stands behind the operations that administer objects. */
export function createAdministration(parts: Parts): Pick<Operations, `${Subject}.${Verb}`> {
  const tenants = administerTenants(parts)
  const custodians = administerCustodians(parts)
  return {
    'tenants.get': tenants.get,
    'tenants.create': tenants.create,
    'tenants.update': tenants.update,
    'tenants.delete': tenants.delete,
    'tenants.disable': tenants.disable,
    'tenants.enable': tenants.enable,
    'custodians.get': custodians.get,
    'custodians.create': custodians.create,
    'custodians.update': custodians.update,
    'custodians.delete': custodians.delete,
    'custodians.disable': custodians.disable,
    'custodians.enable': custodians.enable,
  }
}
