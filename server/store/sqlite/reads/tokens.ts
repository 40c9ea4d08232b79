import type { Permission } from '../../../../shared/permissions.ts'
import type { TokenRecord } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { toId, toIdOrNull } from '../integers.ts'
import { prepared } from '../statements.ts'

export type TokenRow = {
  token_id: bigint
  name: string
  permissions: string
  tenant_id: bigint | null
  created_at: bigint
  expires_at: bigint
  revoked_at: bigint | null
}

const columns = 'token_id, name, permissions, tenant_id, created_at, expires_at, revoked_at'
const findSql = `SELECT ${columns} FROM operator_tokens WHERE hash = ?`

/** The few sets that occur, parsed once: every request reads one. */
const permissionSets = new Map<string, readonly Permission[]>()

function permissionsOf(json: string): readonly Permission[] {
  const permissions = permissionSets.get(json) ?? (JSON.parse(json) as Permission[])
  permissionSets.set(json, permissions)
  return permissions
}

export const toTokenRecord = (row: TokenRow): TokenRecord => ({
  tokenId: toId(row.token_id),
  name: row.name,
  permissions: permissionsOf(row.permissions),
  tenantId: toIdOrNull(row.tenant_id),
  createdAt: Number(row.created_at),
  expiresAt: Number(row.expires_at),
  revokedAt: row.revoked_at === null ? null : Number(row.revoked_at),
})

export function findToken(db: Connection, hash: Uint8Array): TokenRecord | null {
  const row = prepared<TokenRow>(db, findSql).get(hash)
  return row ? toTokenRecord(row) : null
}

export const listTokens = (db: Connection): readonly TokenRecord[] =>
  prepared<TokenRow>(db, `SELECT ${columns} FROM operator_tokens ORDER BY token_id`).all().map(toTokenRecord)
