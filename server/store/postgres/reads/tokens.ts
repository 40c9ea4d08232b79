import { LRUCache } from 'lru-cache'
import type { Id } from '../../../../shared/primitives.ts'
import { pageFrom, rowsFor } from '../../page.ts'
import type { FoundToken } from '../../records.ts'
import {
  type FoundTokenRow,
  type ListedTokenRow,
  toFoundToken,
  tokenColumns,
  toListedToken,
} from '../../rows/tokens.ts'
import type { Reads } from '../../store.ts'
import type { SqlQuery } from '../connection.ts'
import type { VersionWatch } from '../versions.ts'

const foundSql = `
  SELECT ${tokenColumns}, EXISTS (
    SELECT FROM tenants t WHERE t.tenant_id = o.tenant_id AND t.disabled_at IS NOT NULL
  ) AS tenant_disabled
  FROM operator_tokens o WHERE hash = $hash`

const listedSql = `SELECT ${tokenColumns}, used_at, address FROM operator_tokens LEFT JOIN token_uses USING (token_id)`

const stateSql = `
  CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= $at THEN 'expired'
    WHEN disabled_at IS NOT NULL THEN 'disabled' ELSE 'valid' END`
const pageSql = `
  ${listedSql}
  WHERE $seenBy::bigint IN (tenant_id, 0) AND token_id > $after AND name = coalesce($name, name)
    AND ($state::text IS NULL OR $state = ${stateSql}) AND ($before::bigint IS NULL OR expires_at < $before)
  ORDER BY token_id LIMIT $limit`

/** The token of this ID, if it is seen. */
export async function selectToken(query: SqlQuery, { tokenId, seenBy }: { tokenId: Id; seenBy: Id | null }) {
  const sql = `${listedSql} WHERE token_id = $tokenId AND $seenBy::bigint IN (tenant_id, 0)`
  const [row] = await query<ListedTokenRow>(sql, { tokenId, seenBy: seenBy ?? 0 })
  return row ? toListedToken(row) : null
}

const mostTokens = 1_000

type Looked = { readonly version: bigint; readonly found: FoundToken | null }

/** Tokens that were looked up, until any token changes. */
function createLookup(query: SqlQuery, versions: VersionWatch): Reads['findToken'] {
  const looked = new LRUCache<string, Looked>({ max: mostTokens })
  return async (hash) => {
    const { tokens: version } = await versions.read()
    const key = Buffer.from(hash).toString('latin1')
    const known = looked.get(key)
    if (known?.version === version) return known.found
    const [row] = await query<FoundTokenRow>(foundSql, { hash })
    const found = row ? toFoundToken(row) : null
    if (found) looked.set(key, { version, found })
    return found
  }
}

type TokenReads = Pick<Reads, 'findToken' | 'listTokens' | 'tokensPage' | 'findTokenById'>

export const tokenReads = (query: SqlQuery, versions: VersionWatch): TokenReads => ({
  findToken: createLookup(query, versions),
  listTokens: async () => (await query<ListedTokenRow>(`${listedSql} ORDER BY token_id`)).map(toListedToken),
  tokensPage: async ({ seenBy, name = null, state = null, expiresBefore: before = null, at }, page) => {
    const filters = { seenBy: seenBy ?? 0, name, state, before, at, after: page.after?.[0] ?? 0, limit: rowsFor(page) }
    const rows = await query<ListedTokenRow>(pageSql, filters)
    return pageFrom(rows.map(toListedToken), page, ({ tokenId }) => [tokenId])
  },
  findTokenById: (key) => selectToken(query, key),
})
