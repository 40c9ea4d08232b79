import { describe, expect, test } from 'vitest'
import { Permission } from '../../shared/permissions.ts'
import { permissionsOf, Role, roleOf, rolesOf, type Scope } from '../../shared/roles.ts'

const tenantOf = (scope: Scope) => (scope === 'tenant' ? '1' : null)

test('each role includes the one before it', () => {
  const [viewer, operator, auditor, administrator] = (
    ['viewer', 'operator', 'auditor', 'platform-administrator'] as const
  ).map((role) => new Set(permissionsOf(role, 'platform')))
  expect(viewer?.isSubsetOf(operator as Set<Permission>)).toBe(true)
  expect(viewer?.isSubsetOf(auditor as Set<Permission>)).toBe(true)
  expect(administrator).toEqual(new Set(Permission.options))
})

test('auditors and viewers change nothing, and only auditors and administrators read the audit log', () => {
  for (const role of ['viewer', 'auditor'] as const)
    for (const permission of permissionsOf(role, 'platform')) expect(permission).toMatch(/:read$/)
  const withAudit = Role.options.filter((role) => permissionsOf(role, 'platform').includes('audit:read'))
  expect(withAudit).toEqual(['auditor', 'tenant-administrator', 'platform-administrator'])
})

describe.each(['tenant', 'platform'] as const)('the roles of the scope %s', (scope) => {
  test('are found again by their permissions, in any order', () => {
    for (const role of rolesOf(scope)) {
      const permissions = permissionsOf(role, scope)
      expect(roleOf({ permissions: permissions.toReversed(), tenantId: tenantOf(scope) })).toBe(role)
    }
  })

  test('are not named for one permission more or less', () => {
    for (const role of rolesOf(scope)) {
      const permissions = permissionsOf(role, scope)
      const less = permissions.slice(1)
      const more = Permission.options.find((permission) => !permissions.includes(permission))
      expect(roleOf({ permissions: less, tenantId: tenantOf(scope) })).not.toBe(role)
      if (more) expect(roleOf({ permissions: [...permissions, more], tenantId: tenantOf(scope) })).not.toBe(role)
    }
  })
})

test('within a tenant no role does more than its administrator', () => {
  const most = new Set(permissionsOf('tenant-administrator', 'tenant'))
  for (const role of rolesOf('tenant')) expect(new Set(permissionsOf(role, 'tenant')).isSubsetOf(most)).toBe(true)
  expect(rolesOf('tenant')).not.toContain('platform-administrator')
  expect(rolesOf('platform')).not.toContain('tenant-administrator')
})
