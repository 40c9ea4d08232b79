import type { Id } from '../../../../shared/primitives.ts'
import type { TokenRecord } from '../../store.ts'
import type { By, NewToken, TokenToRevoke } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toId, toInt, toIntOrNull } from '../integers.ts'
import { type TokenRow, toTokenRecord } from '../reads/tokens.ts'
import { prepared } from '../statements.ts'
import { appendAudit } from './append-audit.ts'

export function createToken(db: Connection, token: NewToken): Id {
  const { name, hash, permissions, tenantId, allowedFrom = null, expiresAt, actor, at } = token
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO operator_tokens (name, hash, permissions, tenant_id, allowed_from, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    name,
    hash,
    JSON.stringify(permissions),
    toIntOrNull(tenantId),
    allowedFrom && JSON.stringify(allowedFrom),
    at,
    expiresAt,
  )
  const tokenId = toId(BigInt(lastInsertRowid))
  const details = {
    tokenId,
    name,
    permissions: permissions.join(' '),
    ...(allowedFrom && { allowedFrom: allowedFrom.join(' ') }),
    expiresAt: new Date(expiresAt).toISOString(),
  }
  appendAudit(db, { kind: 'token.created', actor, at, details, ...(tenantId && { tenantId }) })
  return tokenId
}

export function revokeToken(db: Connection, { token, actor, at }: By & { token: string }): readonly TokenRecord[] {
  const rows = prepared<TokenRow>(
    db,
    `UPDATE operator_tokens SET revoked_at = $at
     WHERE revoked_at IS NULL AND (name = $token OR CAST(token_id AS TEXT) = $token) RETURNING *`,
  ).all({ at, token })
  const revoked = rows.map(toTokenRecord)
  for (const token of revoked) auditRevocation(db, token, { actor, at })
  return revoked
}

export function revokeTokens(db: Connection, { tokens, ...by }: By & { tokens: readonly TokenToRevoke[] }): void {
  for (const { tokenId, reason } of tokens) {
    const row = prepared<TokenRow>(
      db,
      'UPDATE operator_tokens SET revoked_at = ? WHERE revoked_at IS NULL AND token_id = ? RETURNING *',
    ).get(by.at, toInt(tokenId))
    if (row) auditRevocation(db, toTokenRecord(row), { ...by, reason })
  }
}

function auditRevocation(
  db: Connection,
  { tokenId, name, tenantId }: TokenRecord,
  { reason, ...by }: By & { readonly reason?: string },
): void {
  const details = { tokenId, name, ...(reason && { reason }) }
  appendAudit(db, { ...by, kind: 'token.revoked', details, ...(tenantId && { tenantId }) })
}
