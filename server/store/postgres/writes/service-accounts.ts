import { toId } from '../../integers.ts'
import { refusalOfSignedIn, revokedAccount } from '../../sign-ins.ts'
import type { CreatedToken, RefusedGrant, ServiceAccountToken } from '../../token-writes.ts'
import type { SqlQuery } from '../connection.ts'
import { lockRestrictions } from '../locks.ts'
import { tenantWith } from '../reads/custodians.ts'
import type { Transaction } from '../transact.ts'
import { addUnlessTaken, raiseTokensVersion, revokeEach } from './tokens.ts'

type Row = { readonly token_id: bigint; readonly expires_at: bigint; readonly revoked_at: bigint | null }

async function enrolServiceAccount(
  transaction: Transaction,
  account: ServiceAccountToken,
): Promise<CreatedToken | RefusedGrant> {
  const { query } = transaction
  const { tenantId, hash, issuedAt, expiresAt, retiredHash } = account
  await lockRestrictions(query)
  const refusal = refusalOfSignedIn(tenantId, tenantId === null ? null : await tenantWith(query, tenantId))
  if (refusal) return { kind: 'refused', failure: refusal }
  const [row] = await query<Row>(
    'SELECT token_id, expires_at, revoked_at FROM operator_tokens WHERE hash = $hash FOR UPDATE',
    { hash },
  )
  if (row && row.revoked_at === null) return extend(query, row, expiresAt)
  if (row && issuedAt <= Number(row.revoked_at)) return { kind: 'refused', failure: revokedAccount }
  if (row)
    await query('UPDATE operator_tokens SET hash = $retiredHash WHERE token_id = $tokenId', {
      retiredHash,
      tokenId: row.token_id,
    })
  await revokeOthers(transaction, account)
  return addUnlessTaken(transaction, { ...account, actor: account.name, origin: 'service-account' })
}

async function extend(
  query: SqlQuery,
  { token_id: tokenId, expires_at }: Row,
  expiresAt: number,
): Promise<CreatedToken> {
  if (expires_at < expiresAt) {
    await query('UPDATE operator_tokens SET expires_at = $expiresAt WHERE token_id = $tokenId', { expiresAt, tokenId })
    await raiseTokensVersion(query)
  }
  return { kind: 'created', tokenId: toId(tokenId) }
}

/** Those that the same service account had with other rights. */
async function revokeOthers(transaction: Transaction, { owner, name, at }: ServiceAccountToken): Promise<void> {
  const rows = await transaction.query<{ token_id: bigint }>(
    `SELECT token_id FROM operator_tokens WHERE owner = $owner AND origin = 'service-account' AND revoked_at IS NULL`,
    { owner },
  )
  const tokens = rows.map(({ token_id }) => ({ tokenId: toId(token_id), reason: 'replaced' }))
  if (tokens.length > 0) await revokeEach(transaction, { tokens, actor: name, at })
}

export const serviceAccountWrites = { enrolServiceAccount } as const
