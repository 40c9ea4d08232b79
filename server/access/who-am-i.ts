import { contractVersion } from '../../shared/contract-version.ts'
import { roleOf } from '../../shared/roles.ts'
import type { Session } from '../../shared/session.ts'
import { timestampOf } from '../../shared/timestamp-of.ts'
import type { Principal } from '../context/principal.ts'
import { serverVersion } from '../platform/version.ts'
import type { Store } from '../store/store.ts'

/** The session of an operator token: its name and permissions. */
export async function whoAmI(principal: Principal, store: Store): Promise<Session> {
  const { name, permissions, tenantId, expiresAt } = principal
  return {
    tokenName: name,
    permissions: [...permissions],
    role: roleOf(principal),
    tenant: tenantId === null ? null : await store.findTenant(tenantId),
    expiresAt: timestampOf(expiresAt),
    serverVersion,
    contractVersion,
  }
}
