import { endpointNameOf, endpoints } from '../shared/endpoints.ts'
import type { Operation } from '../shared/operation.ts'
import { type OperationName, operations } from '../shared/operations.ts'
import { Permission } from '../shared/permissions.ts'
import { permissionsOf, Role, roles, rolesOf } from '../shared/roles.ts'

const introduction = `# Permissions

Generated from \`shared/operations.ts\`, which the server enforces, and \`shared/roles.ts\`.

An operator token has permissions and a scope. The scope is one tenant, or the whole platform if the token was created
without \`--tenant\`. A token with platform scope belongs to a platform administrator.

- A call without the required permission is answered with \`403\` and the name of the permission.
- Objects of other tenants do not exist for a token with tenant scope: they are answered with \`404\`, like an ID that
  was never assigned.
- A missing, unknown, expired, disabled or revoked token is answered with \`401\`. Disabling and revoking take effect
  with the next request.

| operation | REST | permission | tenant scope | platform scope |
|---|---|---|---|---|`

const aboutRoles = `
A role is a named set of permissions. \`strongroom token create --role operator\` grants those that the role has at
that moment; \`--permission\` adds single ones.

- \`--tenant\` restricts a token of any role to one tenant. A tenant administrator always has one, a platform
  administrator never has.
- Within a tenant, no role may do more than its administrator.
- An update of Strongroom changes no token: a permission that a role gains later is in tokens created from then on. To
  renew a token, create it again with \`--replace\`.
- A token with \`tokens:write\` creates others through the API, but gives them at most what it has itself: its
  permissions, its tenant, and the addresses it is bound to.
- \`token list\` and the session show the role whose permissions a token has exactly. For any other set of permissions
  they show none.
`

const recipes = `
## Tokens for common tasks

Give each person and each program a token of its own, with an expiry date. The name appears in the audit log.

\`\`\`sh
export STRONGROOM_DATA=~/data
strongroom demo > ~/demo.txt
# An operator who rotates keys
strongroom token create --name alice --role operator --expires-in 30d
# The administrator of one tenant
strongroom token create --name ben --role tenant-administrator --tenant 1 --expires-in 30d
# A reporting job that reads reserves and nothing else
strongroom token create --name reporting --permission reserves:read --expires-in 90d
# A client's program that lists its own wallets
strongroom token create --name client-wallets --tenant 1 --permission wallets:read --expires-in 90d
# An auditor
strongroom token create --name carol --role auditor --expires-in 7d
\`\`\`

List and revoke tokens by name or ID. Revoking cannot be undone: it asks, and needs \`--yes\` without a terminal.

\`\`\`sh
strongroom token list
strongroom token revoke client-wallets --yes
\`\`\`

## Outside the API

Commands of \`strongroom\` work on the data folder directly. Anyone who can read the folder and the key file needs
no token, so restrict both to the account that runs the server.
`

function scopesOf({ permission, platformOnly }: Operation): readonly string[] {
  if (platformOnly) return ['no', 'yes']
  return permission ? ['own tenant', 'yes'] : ['yes', 'yes']
}

function rowOf(name: OperationName): string {
  const { method, path } = endpoints[endpointNameOf(name)]
  const operation: Operation = operations[name]
  const permission = operation.permission ? `\`${operation.permission}\`` : 'none'
  return `| ${[`\`${name}\``, `\`${method} ${path}\``, permission, ...scopesOf(operation)].join(' | ')} |`
}

const purposes = () => Role.options.map((role) => `- \`${role}\` ${roles[role].purpose}.`).join('\n')

function roleTable(): string {
  const has = (role: Role, permission: Permission) =>
    permissionsOf(role, rolesOf('platform').includes(role) ? 'platform' : 'tenant').includes(permission)
  const rows = Permission.options.map((permission) => [
    `\`${permission}\``,
    ...Role.options.map((role) => (has(role, permission) ? 'yes' : 'no')),
  ])
  const head = ['permission', ...Role.options.map((role) => `\`${role}\``)]
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** `docs/guides/permissions.md`: what each operation needs, and what each role may do. */
export function permissionsPage(): string {
  const rows = (Object.keys(operations) as OperationName[]).map(rowOf)
  return [introduction, ...rows, '\n## Roles\n', purposes(), aboutRoles, roleTable(), recipes].join('\n')
}
