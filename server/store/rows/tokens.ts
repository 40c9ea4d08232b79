import type { Permission } from '../../../shared/permissions.ts'
import type { TokenOrigin } from '../../../shared/session.ts'
import { toId, toIdOrNull } from '../integers.ts'
import type { FoundToken, ListedToken, TokenRecord } from '../records.ts'

export type TokenRow = {
  token_id: bigint
  name: string
  owner: string | null
  origin: string | null
  permissions: string
  tenant_id: bigint | null
  allowed_from: string | null
  created_at: bigint
  expires_at: bigint
  revoked_at: bigint | null
  disabled_at: bigint | null
  version: bigint
}
export type FoundTokenRow = TokenRow & { tenant_disabled: bigint | boolean }
export type ListedTokenRow = TokenRow & { used_at: bigint | null; address: string | null }

export const tokenColumns =
  'token_id, name, owner, origin, permissions, tenant_id, allowed_from, created_at, expires_at, revoked_at, disabled_at, version'

/** The few lists that occur, parsed once: every request reads one. */
const lists = new Map<string, readonly string[]>()

function listOf(json: string): readonly string[] {
  const list = lists.get(json) ?? (JSON.parse(json) as string[])
  lists.set(json, list)
  return list
}

export const toTokenRecord = (row: TokenRow): TokenRecord => ({
  tokenId: toId(row.token_id),
  name: row.name,
  owner: row.owner,
  origin: row.origin as TokenOrigin | null,
  permissions: listOf(row.permissions) as readonly Permission[],
  tenantId: toIdOrNull(row.tenant_id),
  allowedFrom: row.allowed_from === null ? null : listOf(row.allowed_from),
  createdAt: Number(row.created_at),
  expiresAt: Number(row.expires_at),
  revokedAt: row.revoked_at === null ? null : Number(row.revoked_at),
  disabledAt: row.disabled_at === null ? null : Number(row.disabled_at),
  version: Number(row.version),
})

export const toFoundToken = (row: FoundTokenRow): FoundToken => ({
  ...toTokenRecord(row),
  isTenantDisabled: Boolean(row.tenant_disabled),
})

export const toListedToken = (row: ListedTokenRow): ListedToken => ({
  ...toTokenRecord(row),
  lastUsedAt: row.used_at === null ? null : Number(row.used_at),
  lastUsedFrom: row.address,
})
