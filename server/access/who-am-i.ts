import { contractVersion } from '../../shared/contract-version.ts'
import type { Id } from '../../shared/primitives.ts'
import { roleOf } from '../../shared/roles.ts'
import type { Session } from '../../shared/session.ts'
import { timestampOf } from '../../shared/timestamp-of.ts'
import type { Principal } from '../context/principal.ts'
import { serverVersion } from '../platform/version.ts'
import type { Store } from '../store/store.ts'

async function tenantOf(tenantId: Id, store: Store): Promise<Session['tenant']> {
  const tenant = await store.findTenant(tenantId)
  return tenant && { id: tenant.id, name: tenant.name }
}

/** The session of an operator token: its name and permissions. */
export async function whoAmI(principal: Principal, store: Store): Promise<Session> {
  const { name, owner, origin, permissions, tenantId, createdAt, expiresAt } = principal
  return {
    tokenName: name,
    owner,
    origin,
    permissions: [...permissions],
    role: roleOf(principal),
    tenant: tenantId === null ? null : await tenantOf(tenantId, store),
    createdAt: timestampOf(createdAt),
    expiresAt: timestampOf(expiresAt),
    serverVersion,
    contractVersion,
  }
}
