import type { Permission } from '../../../../shared/permissions.ts'
import type { Id } from '../../../../shared/primitives.ts'
import type { FoundToken, ListedToken, TokenRecord } from '../../records.ts'
import type { Page, PageRequest, TokensWanted } from '../../store.ts'
import type { TokenKey } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toId, toIdOrNull, toInt } from '../integers.ts'
import { prepared } from '../statements.ts'
import { pageFrom, rowsFor } from './page.ts'

export type TokenRow = {
  token_id: bigint
  name: string
  permissions: string
  tenant_id: bigint | null
  allowed_from: string | null
  created_at: bigint
  expires_at: bigint
  revoked_at: bigint | null
  version: bigint
}
type FoundRow = TokenRow & { tenant_disabled: bigint }

const columns = 'token_id, name, permissions, tenant_id, allowed_from, created_at, expires_at, revoked_at, version'
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
  version: Number(row.version),
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

type ListedRow = TokenRow & { used_at: bigint | null; address: string | null }

const toListedToken = (row: ListedRow): ListedToken => ({
  ...toTokenRecord(row),
  lastUsedAt: row.used_at === null ? null : Number(row.used_at),
  lastUsedFrom: row.address,
})

const listedSql = `SELECT ${columns}, used_at, address FROM operator_tokens LEFT JOIN token_uses USING (token_id)`

export const listTokens = (db: Connection): readonly ListedToken[] =>
  prepared<ListedRow>(db, `${listedSql} ORDER BY token_id`).all().map(toListedToken)

const stateSql = `CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= $at THEN 'expired' ELSE 'valid' END`
const pageSql = `
  ${listedSql}
  WHERE $seenBy IN (tenant_id, 0) AND token_id > $after AND name = ifnull($name, name)
    AND ($state IS NULL OR $state = ${stateSql}) AND ($before IS NULL OR expires_at < $before)
  ORDER BY token_id LIMIT $limit`

/** 0 sees all. */
const seeing = (seenBy: Id | null) => (seenBy ? toInt(seenBy) : 0n)

export function tokensPage(db: Connection, wanted: TokensWanted, page: PageRequest): Page<ListedToken> {
  const { seenBy, name = null, state = null, expiresBefore: before = null, at } = wanted
  const filters = { seenBy: seeing(seenBy), name, state, before, at }
  const rows = prepared<ListedRow>(db, pageSql).all({
    ...filters,
    after: BigInt(page.after?.[0] ?? 0),
    limit: rowsFor(page),
  })
  return pageFrom(rows.map(toListedToken), page, ({ tokenId }) => [tokenId])
}

export function findTokenById(db: Connection, { tokenId, seenBy }: TokenKey): ListedToken | null {
  const row = prepared<ListedRow>(db, `${listedSql} WHERE token_id = $token AND $seenBy IN (tenant_id, 0)`).get({
    token: toInt(tokenId),
    seenBy: seeing(seenBy),
  })
  return row ? toListedToken(row) : null
}
