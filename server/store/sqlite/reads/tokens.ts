import type { Id } from '../../../../shared/primitives.ts'
import { toInt } from '../../integers.ts'
import { pageFrom, rowsFor } from '../../page.ts'
import type { FoundToken, ListedToken } from '../../records.ts'
import {
  type FoundTokenRow,
  type ListedTokenRow,
  toFoundToken,
  tokenColumns,
  toListedToken,
} from '../../rows/tokens.ts'
import type { Page, PageRequest, TokensWanted } from '../../store.ts'
import type { TokenKey } from '../../token-writes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

const findSql = `
  SELECT ${tokenColumns}, EXISTS (
    SELECT 1 FROM tenants t WHERE t.tenant_id = operator_tokens.tenant_id AND t.disabled_at IS NOT NULL
  ) AS tenant_disabled
  FROM operator_tokens WHERE hash = ?`

export function findToken(db: Connection, hash: Uint8Array): FoundToken | null {
  const row = prepared<FoundTokenRow>(db, findSql).get(hash)
  return row ? toFoundToken(row) : null
}

/** Moves with every write of operator tokens. */
export const tokensVersion = (db: Connection): bigint =>
  (
    prepared<{ tokens_version: bigint }>(db, 'SELECT tokens_version FROM installation').get() as {
      tokens_version: bigint
    }
  ).tokens_version

const listedSql = `SELECT ${tokenColumns}, used_at, address FROM operator_tokens LEFT JOIN token_uses USING (token_id)`

export const listTokens = (db: Connection): readonly ListedToken[] =>
  prepared<ListedTokenRow>(db, `${listedSql} ORDER BY token_id`).all().map(toListedToken)

const stateSql = `
  CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= $at THEN 'expired'
    WHEN disabled_at IS NOT NULL THEN 'disabled' ELSE 'valid' END`
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
  const rows = prepared<ListedTokenRow>(db, pageSql).all({
    ...filters,
    after: BigInt(page.after?.[0] ?? 0),
    limit: rowsFor(page),
  })
  return pageFrom(rows.map(toListedToken), page, ({ tokenId }) => [tokenId])
}

export function findTokenById(db: Connection, { tokenId, seenBy }: TokenKey): ListedToken | null {
  const row = prepared<ListedTokenRow>(db, `${listedSql} WHERE token_id = $token AND $seenBy IN (tenant_id, 0)`).get({
    token: toInt(tokenId),
    seenBy: seeing(seenBy),
  })
  return row ? toListedToken(row) : null
}
