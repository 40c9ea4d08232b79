import { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import { permissionsOf } from '../../shared/roles.ts'
import { issueToken } from '../access/issue-token.ts'
import type { Store } from '../store/store.ts'
import { demoTenants } from './demo-data.ts'

const [first, second] = demoTenants

type Holder = { readonly name: string; readonly permissions: readonly Permission[]; readonly tenantId: Id | null }

/** Who can sign in to a demo. */
export const demoHolders = {
  platformAdmin: { name: 'demo-platform-admin', permissions: Permission.options, tenantId: null },
  operator: { name: 'demo-operator', permissions: permissionsOf('operator', 'tenant'), tenantId: first.tenantId },
  tenantReader: { name: 'demo-tenant-reader', permissions: ['wallets:read'], tenantId: first.tenantId },
  otherTenantReader: { name: 'demo-other-tenant-reader', permissions: ['wallets:read'], tenantId: second.tenantId },
} as const satisfies Record<string, Holder>

export type DemoTokens = Readonly<Record<keyof typeof demoHolders, string>>

const dayMs = 86_400_000

/**
 * Creates a token for each holder, valid for 24 hours, and revokes the earlier ones. A holder whose tenant is disabled or
 * frozen gets none and keeps the earlier one.
 */
export async function mintDemoTokens(store: Store, actor: string): Promise<Partial<DemoTokens>> {
  const tokens: Record<string, string> = {}
  for (const [holder, { name, permissions, tenantId }] of Object.entries(demoHolders)) {
    const issued = await issueToken(store, { name, permissions, tenantId, lifetimeMs: dayMs, replace: true, actor })
    if (issued.kind === 'refused') continue
    if (issued.kind === 'name-taken') throw new Error(`token ${issued.by.tokenId} looks like ${name}`)
    tokens[holder] = issued.token
  }
  return tokens as Partial<DemoTokens>
}
