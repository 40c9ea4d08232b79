import { z } from 'zod'
import { Permission } from './permissions.ts'

/** A named set of permissions. A token is given those that its role has when it is created. */
export const Role = z.enum(['viewer', 'operator', 'auditor', 'tenant-administrator', 'platform-administrator'])
export type Role = z.infer<typeof Role>

/** The scope of a token: one tenant, or the whole platform. */
export type Scope = 'tenant' | 'platform'

/** What each role is for, and the one scope it can have where it cannot have both. */
export const roles: Readonly<Record<Role, { readonly purpose: string; readonly scope?: Scope }>> = {
  viewer: { purpose: 'sees custodians, wallets and reserves' },
  operator: { purpose: 'sees what a viewer sees, and rotates and checks API keys' },
  auditor: { purpose: 'sees everything, including the audit log, and changes nothing' },
  'tenant-administrator': { purpose: 'does everything within one tenant', scope: 'tenant' },
  'platform-administrator': { purpose: 'does everything, on the whole platform', scope: 'platform' },
}

/** The roles that have each permission, besides the platform administrator, who has all of them. */
const rolesWith: Readonly<Record<Permission, readonly Exclude<Role, 'platform-administrator'>[]>> = {
  'custodians:read': ['viewer', 'operator', 'auditor', 'tenant-administrator'],
  'custodians:update': ['operator', 'tenant-administrator'],
  'custodians:write': ['tenant-administrator'],
  'wallets:read': ['viewer', 'operator', 'auditor', 'tenant-administrator'],
  'wallets:write': ['tenant-administrator'],
  // Of no use within a tenant.
  'reserves:read': ['viewer', 'operator', 'auditor'],
  'reserves:write': [],
  'tenants:read': ['viewer', 'operator', 'auditor', 'tenant-administrator'],
  'tenants:write': [],
  'tokens:read': ['auditor', 'tenant-administrator'],
  'tokens:write': ['tenant-administrator'],
  'audit:read': ['auditor', 'tenant-administrator'],
  // Within a tenant it freezes; only the platform thaws.
  'freezes:write': ['tenant-administrator'],
  // Webhooks belong to the platform.
  'webhooks:read': ['auditor'],
  'webhooks:write': [],
}

const has = (role: Role, permission: Permission) =>
  role === 'platform-administrator' || rolesWith[permission].includes(role)

/** What a role may do in a scope. Within a tenant, no role may do more than its administrator. */
export const permissionsOf = (role: Role, scope: Scope): readonly Permission[] =>
  Permission.options.filter(
    (permission) => has(role, permission) && (scope === 'platform' || has('tenant-administrator', permission)),
  )

/** The roles that a token of a scope can have. */
export const rolesOf = (scope: Scope): readonly Role[] =>
  Role.options.filter((role) => roles[role].scope === undefined || roles[role].scope === scope)

export const scopeOf = ({ tenantId }: { readonly tenantId: string | null }): Scope =>
  tenantId === null ? 'platform' : 'tenant'

const keyOf = (permissions: readonly Permission[]) => permissions.toSorted().join(' ')

const byPermissions = (scope: Scope): ReadonlyMap<string, Role> =>
  new Map(rolesOf(scope).map((role) => [keyOf(permissionsOf(role, scope)), role]))

const known: Readonly<Record<Scope, ReadonlyMap<string, Role>>> = {
  tenant: byPermissions('tenant'),
  platform: byPermissions('platform'),
}

/** The role that has exactly these permissions; null if there is none. */
export const roleOf = (token: {
  readonly permissions: readonly Permission[]
  readonly tenantId: string | null
}): Role | null => known[scopeOf(token)].get(keyOf(token.permissions)) ?? null
