import type { Id } from '../../../../shared/primitives.ts'
import { toId } from '../../integers.ts'
import { refusalOfSignedIn, revokedAccount } from '../../sign-ins.ts'
import type { CreatedToken, RefusedGrant, ServiceAccountToken } from '../../token-writes.ts'
import type { Connection } from '../connection.ts'
import { selectTenants } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import { addToken, revokeTokens } from './tokens.ts'

type Row = { readonly token_id: bigint; readonly expires_at: bigint; readonly revoked_at: bigint | null }

export function enrolServiceAccount(db: Connection, account: ServiceAccountToken): CreatedToken | RefusedGrant {
  const { tenantId, hash, issuedAt, expiresAt, retiredHash } = account
  const [tenant = null] = tenantId === null ? [] : selectTenants(db, tenantId)
  const refusal = refusalOfSignedIn(tenantId, tenant)
  if (refusal) return { kind: 'refused', failure: refusal }
  const row = prepared<Row>(db, 'SELECT token_id, expires_at, revoked_at FROM operator_tokens WHERE hash = ?').get(hash)
  if (row && row.revoked_at === null) return extend(db, row, expiresAt)
  if (row && issuedAt <= Number(row.revoked_at)) return { kind: 'refused', failure: revokedAccount }
  if (row) prepared(db, 'UPDATE operator_tokens SET hash = ? WHERE token_id = ?').run(retiredHash, row.token_id)
  revokeOthers(db, account)
  return addToken(db, { ...account, actor: account.name, origin: 'service-account' })
}

function extend(db: Connection, { token_id, expires_at }: Row, expiresAt: number): CreatedToken {
  if (expires_at < expiresAt)
    prepared(db, 'UPDATE operator_tokens SET expires_at = ? WHERE token_id = ?').run(expiresAt, token_id)
  return { kind: 'created', tokenId: toId(token_id) }
}

/** Those that the same service account had with other rights. */
function revokeOthers(db: Connection, { owner, name, at }: ServiceAccountToken): void {
  const rows = prepared<{ token_id: bigint }>(
    db,
    `SELECT token_id FROM operator_tokens WHERE owner = ? AND origin = 'service-account' AND revoked_at IS NULL`,
  ).all(owner)
  const tokens = rows.map(({ token_id }): { tokenId: Id; reason: string } => ({
    tokenId: toId(token_id),
    reason: 'replaced',
  }))
  revokeTokens(db, { tokens, actor: name, at })
}
