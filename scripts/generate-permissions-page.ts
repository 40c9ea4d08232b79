import { endpointNameOf, endpoints } from '../shared/endpoints.ts'
import type { Operation } from '../shared/operation.ts'
import { type OperationName, operations } from '../shared/operations.ts'

const introduction = `# Permissions

Generated from \`shared/operations.ts\`, which the server enforces.

An operator token has permissions and a scope. The scope is one tenant, or the whole platform if the token was created
without \`--tenant\`. A token with platform scope belongs to a platform administrator.

- A call without the required permission is answered with \`403\` and the name of the permission.
- Objects of other tenants do not exist for a token with tenant scope: they are answered with \`404\`, like an ID that
  was never assigned.
- A missing, unknown, expired or revoked token is answered with \`401\`. A revocation takes effect with the next request.

| operation | REST | permission | tenant scope | platform scope |
|---|---|---|---|---|`

const recipes = `
## Tokens for common roles

Give each person and each program a token of its own, with an expiry date. The name appears in the audit log.

\`\`\`sh
export STRONGROOM_DATA=~/data
strongroom demo > ~/demo.txt
# An operator who rotates keys and reads everything
strongroom token create --name alice --all --expires-in 30d
# A reporting job that reads reserves and nothing else
strongroom token create --name reporting --permission reserves:read --expires-in 90d
# A client's program that lists its own wallets
strongroom token create --name client-wallets --tenant 1 --permission wallets:read --expires-in 90d
# An auditor
strongroom token create --name auditor --permission audit:read --permission custodians:read --expires-in 7d
\`\`\`

List and revoke tokens by name or ID:

\`\`\`sh
strongroom token list
strongroom token revoke client-wallets
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

/** `docs/guides/permissions.md`: what each operation needs. */
export const permissionsPage = (): string =>
  [introduction, ...(Object.keys(operations) as OperationName[]).map(rowOf), recipes].join('\n')
