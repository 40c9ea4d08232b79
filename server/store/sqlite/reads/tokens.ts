import type { Permission } from '../../../../shared/permissions.ts'
import type { FoundToken, TokenRecord } from '../../records.ts'
import type { Connection } from '../connection.ts'
import { toId, toIdOrNull } from '../integers.ts'
import { prepared } from '../statements.ts'

export type TokenRow = {
  token_id: bigint
  name: string
  permissions: string
  tenant_id: bigint | null
  allowed_from: string | null
  created_at: bigint
  expires_at: bigint
  revoked_at: bigint | null
}
type FoundRow = TokenRow & { tenant_disabled: bigint }

const columns = 'token_id, name, permissions, tenant_id, allowed_from, created_at, expires_at, revoked_at'
const findSql = `
  SELECT ${columns}, EXISTS (
    SELECT 1 FROM tenants t WHERE t.tenant_id = operator_tokens.tenant_id AND t.disabled_at IS NOT NULL
  ) AS tenant_disabled
  FROM operator_tokens WHERE hash = ?`

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
  permissions: listOf(row.permissions) as readonly Permission[],
  tenantId: toIdOrNull(row.tenant_id),
  allowedFrom: row.allowed_from === null ? null : listOf(row.allowed_from),
  createdAt: Number(row.created_at),
  expiresAt: Number(row.expires_at),
  revokedAt: row.revoked_at === null ? null : Number(row.revoked_at),
})

export function findToken(db: Connection, hash: Uint8Array): FoundToken | null {
  const row = prepared<FoundRow>(db, findSql).get(hash)
  return row ? { ...toTokenRecord(row), isTenantDisabled: row.tenant_disabled === 1n } : null
}

/** Moves with every write of operator tokens. */
export const tokensVersion = (db: Connection): bigint =>
  (
    prepared<{ tokens_version: bigint }>(db, 'SELECT tokens_version FROM installation').get() as {
      tokens_version: bigint
    }
  ).tokens_version

export const listTokens = (db: Connection): readonly TokenRecord[] =>
  prepared<TokenRow>(db, `SELECT ${columns} FROM operator_tokens ORDER BY token_id`).all().map(toTokenRecord)
