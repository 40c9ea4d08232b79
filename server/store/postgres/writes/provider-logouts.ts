import { toId } from '../../integers.ts'
import { logoutKeptFor, logoutReason } from '../../sign-ins.ts'
import type { NewSession, ProviderLogout } from '../../token-writes.ts'
import type { SqlQuery } from '../connection.ts'
import { lockRestrictions } from '../locks.ts'
import type { Transaction } from '../transact.ts'
import { revokeEach } from './tokens.ts'

type Row = { readonly token_id: bigint }

/** A session that the provider did not name when it began is that of its subject. */
const openSql = `
  SELECT token_id FROM operator_tokens
  WHERE origin = 'sign-in' AND revoked_at IS NULL AND expires_at > $at AND (
    provider_session = $providerSession::text
    OR (owner = $subject::text AND ($providerSession::text IS NULL OR provider_session IS NULL)))
  ORDER BY token_id`

const noteSql = `
  INSERT INTO provider_logouts VALUES ($logoutId, $subject, $providerSession, $at, $expiresAt)
  ON CONFLICT DO NOTHING RETURNING 1`

async function endProviderSessions(transaction: Transaction, logout: ProviderLogout): Promise<number | null> {
  const { query } = transaction
  const { logoutId, subject, providerSession, ...by } = logout
  const { at } = by
  await lockRestrictions(query)
  await query('DELETE FROM provider_logouts WHERE expires_at <= $at', { at })
  const note = { logoutId, subject, providerSession, at, expiresAt: at + logoutKeptFor }
  if ((await query(noteSql, note)).length === 0) return null
  const rows = await query<Row>(openSql, { at, subject, providerSession })
  const tokens = rows.map(({ token_id }) => ({ tokenId: toId(token_id), reason: logoutReason }))
  await revokeEach(transaction, { tokens, ...by })
  return tokens.length
}

/** Whether the provider ended what this session comes from, after it vouched for the person. */
export async function wasLoggedOut(query: SqlQuery, session: NewSession): Promise<boolean> {
  const { owner, providerSession, vouchedAt } = session
  const sql = `
    SELECT 1 FROM provider_logouts WHERE at >= $vouchedAt AND (
      provider_session = $providerSession::text
      OR (subject = $owner::text AND ($providerSession::text IS NULL OR provider_session IS NULL)))
    LIMIT 1`
  return (await query(sql, { owner, providerSession, vouchedAt })).length > 0
}

export const providerLogoutWrites = { endProviderSessions } as const
