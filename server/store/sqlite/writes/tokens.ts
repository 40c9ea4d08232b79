import { type Failure, failureOfCode } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import type { TokenOrigin } from '../../../../shared/session.ts'
import { skeletonOf } from '../../../text/skeleton.ts'
import type { By } from '../../by.ts'
import { toId, toInt, toIntOrNull } from '../../integers.ts'
import type { TokenRecord } from '../../records.ts'
import { type TokenRow, toTokenRecord } from '../../rows/tokens.ts'
import { createdTokenRecord, revokedTokenRecord } from '../../token-audit.ts'
import type { CreatedToken, NewToken, RefusedGrant, TokenToRevoke, TokenUse } from '../../token-writes.ts'
import type { Connection } from '../connection.ts'
import { selectTenants } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import { appendAudit } from './append-audit.ts'
import { refusalOfFrozen } from './freezes.ts'

export function createToken(db: Connection, token: NewToken): CreatedToken | RefusedGrant {
  const refusal = refusalOfTenant(db, token.tenantId)
  if (refusal) return { kind: 'refused', failure: refusal }
  if (token.replace) revokeNamesakes(db, token)
  return addToken(db, token)
}

/** Adds a token under a name that no valid one has. One that no administrator creates signs its own record. */
export function addToken(db: Connection, token: NewToken & { readonly origin?: TokenOrigin }): CreatedToken {
  const namesake = findNamesake(db, token)
  if (namesake) return { kind: 'name-taken', by: namesake }
  const tokenId = insertToken(db, token)
  appendAudit(db, createdTokenRecord(tokenId, token))
  return { kind: 'created', tokenId }
}

/** Why tokens of this tenant are neither created nor changed now; null where they may be. */
export function refusalOfTenant(db: Connection, tenantId: Id | null): Failure | null {
  const [tenant] = tenantId === null ? [] : selectTenants(db, tenantId)
  if (tenant?.disabled) return failureOfCode('Disabled', { info: [`tenant: ${tenantId} is disabled`] })
  return refusalOfFrozen(db, tenantId)
}

/** The valid token whose name looks like this one; a name that looks the same does not identify who acted. */
function findNamesake(db: Connection, { name, at }: NewToken): TokenRecord | null {
  fillSkeletons(db)
  const row = prepared<TokenRow>(
    db,
    'SELECT * FROM operator_tokens WHERE skeleton = ? AND revoked_at IS NULL AND expires_at > ? ORDER BY token_id LIMIT 1',
  ).get(skeletonOf(name), at)
  return row ? toTokenRecord(row) : null
}

/** Of tokens that an earlier version stored; none are left after the first time. A change of `skeletonOf` has to clear them all. */
function fillSkeletons(db: Connection): void {
  const rows = prepared<{ token_id: bigint; name: string }>(
    db,
    'SELECT token_id, name FROM operator_tokens WHERE skeleton IS NULL AND revoked_at IS NULL',
  ).all()
  const fill = prepared(db, 'UPDATE operator_tokens SET skeleton = ? WHERE token_id = ?')
  for (const { token_id, name } of rows) fill.run(skeletonOf(name), token_id)
}

function revokeNamesakes(db: Connection, { name, actor, at }: NewToken): void {
  const rows = prepared<TokenRow>(
    db,
    'UPDATE operator_tokens SET revoked_at = ?, version = version + 1 WHERE revoked_at IS NULL AND name = ? RETURNING *',
  ).all(at, name)
  for (const row of rows) appendAudit(db, revokedTokenRecord(toTokenRecord(row), { actor, at, reason: 'replaced' }))
}

function insertToken(db: Connection, token: NewToken & { readonly origin?: TokenOrigin }): Id {
  const { name, owner = null, origin = null, hash, permissions, tenantId, allowedFrom = null, expiresAt, at } = token
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO operator_tokens (name, hash, permissions, tenant_id, allowed_from, created_at, expires_at, skeleton, owner, origin)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    name,
    hash,
    JSON.stringify(permissions),
    toIntOrNull(tenantId),
    allowedFrom && JSON.stringify(allowedFrom),
    at,
    expiresAt,
    skeletonOf(name),
    owner,
    origin,
  )
  return toId(BigInt(lastInsertRowid))
}

export function revokeToken(db: Connection, { token, actor, at }: By & { token: string }): readonly TokenRecord[] {
  const revoked = prepared<TokenRow>(
    db,
    `UPDATE operator_tokens SET revoked_at = $at, version = version + 1
     WHERE revoked_at IS NULL AND (name = $token OR CAST(token_id AS TEXT) = $token) RETURNING *`,
  )
    .all({ at, token })
    .map(toTokenRecord)
  for (const record of revoked) appendAudit(db, revokedTokenRecord(record, { actor, at }))
  return revoked
}

export function revokeTokens(db: Connection, { tokens, ...by }: By & { tokens: readonly TokenToRevoke[] }): void {
  for (const { tokenId, reason } of tokens) {
    const row = prepared<TokenRow>(
      db,
      'UPDATE operator_tokens SET revoked_at = ?, version = version + 1 WHERE revoked_at IS NULL AND token_id = ? RETURNING *',
    ).get(by.at, toInt(tokenId))
    if (row) appendAudit(db, revokedTokenRecord(toTokenRecord(row), { ...by, reason }))
  }
}

export function recordTokenUses(db: Connection, uses: readonly TokenUse[]): void {
  const put = prepared(
    db,
    `INSERT INTO token_uses VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET used_at = excluded.used_at, address = excluded.address
     WHERE excluded.used_at >= used_at`,
  )
  for (const { tokenId, at, address } of uses) put.run(toInt(tokenId), at, address)
}
