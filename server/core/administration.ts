import { administerCustodians } from '../administration/custodians.ts'
import {
  administerChainTokens,
  administerNetworks,
  administerReserveAccounts,
} from '../administration/reserve-objects.ts'
import { administerTenants } from '../administration/tenants.ts'
import { administerWallets } from '../administration/wallets.ts'
import type { Parts } from '../context/parts.ts'
import type { Operations } from './perform.ts'

type PlatformSubject = 'networks' | 'chainTokens' | 'reserveAccounts'
type Subject = 'tenants' | 'custodians' | PlatformSubject
type Verb = 'get' | 'create' | 'update' | 'delete' | 'disable' | 'enable'
type Administered =
  | `${Subject}.${Verb}`
  | `${PlatformSubject}.${'list' | 'listPage'}`
  | 'wallets.get'
  | 'wallets.update'

/** What stands behind the operations that administer objects. */
export function createAdministration(parts: Parts): Pick<Operations, Administered> {
  const tenants = administerTenants(parts)
  const custodians = administerCustodians(parts)
  const wallets = administerWallets(parts)
  const networks = administerNetworks(parts)
  const chainTokens = administerChainTokens(parts)
  const reserveAccounts = administerReserveAccounts(parts)
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
    'wallets.get': wallets.get,
    'wallets.update': wallets.update,
    'networks.list': networks.list,
    'networks.listPage': networks.listPage,
    'networks.get': networks.get,
    'networks.create': networks.create,
    'networks.update': networks.update,
    'networks.delete': networks.delete,
    'networks.disable': networks.disable,
    'networks.enable': networks.enable,
    'chainTokens.list': chainTokens.list,
    'chainTokens.listPage': chainTokens.listPage,
    'chainTokens.get': chainTokens.get,
    'chainTokens.create': chainTokens.create,
    'chainTokens.update': chainTokens.update,
    'chainTokens.delete': chainTokens.delete,
    'chainTokens.disable': chainTokens.disable,
    'chainTokens.enable': chainTokens.enable,
    'reserveAccounts.list': reserveAccounts.list,
    'reserveAccounts.listPage': reserveAccounts.listPage,
    'reserveAccounts.get': reserveAccounts.get,
    'reserveAccounts.create': reserveAccounts.create,
    'reserveAccounts.update': reserveAccounts.update,
    'reserveAccounts.delete': reserveAccounts.delete,
    'reserveAccounts.disable': reserveAccounts.disable,
    'reserveAccounts.enable': reserveAccounts.enable,
  }
}
