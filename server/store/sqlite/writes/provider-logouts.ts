import { toId } from '../../integers.ts'
import { logoutKeptFor, logoutReason } from '../../sign-ins.ts'
import type { NewSession, ProviderLogout } from '../../token-writes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { revokeTokens } from './tokens.ts'

type Row = { readonly token_id: bigint }

/** A session that the provider did not name when it began is that of its subject. */
const openSql = `
  SELECT token_id FROM operator_tokens
  WHERE origin = 'sign-in' AND revoked_at IS NULL AND expires_at > $at AND (
    provider_session = $providerSession
    OR (owner = $subject AND ($providerSession IS NULL OR provider_session IS NULL)))
  ORDER BY token_id`

export function endProviderSessions(db: Connection, logout: ProviderLogout): number | null {
  const { logoutId, subject, providerSession, ...by } = logout
  const { at } = by
  prepared(db, 'DELETE FROM provider_logouts WHERE expires_at <= ?').run(at)
  const { changes } = prepared(db, 'INSERT INTO provider_logouts VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING').run(
    logoutId,
    subject,
    providerSession,
    at,
    at + logoutKeptFor,
  )
  if (changes === 0) return null
  const rows = prepared<Row>(db, openSql).all({ at, subject, providerSession })
  const tokens = rows.map(({ token_id }) => ({ tokenId: toId(token_id), reason: logoutReason }))
  revokeTokens(db, { tokens, ...by })
  return tokens.length
}

/** Whether the provider ended what this session comes from, after it vouched for the person. */
export function isLoggedOut(db: Connection, { owner, providerSession, vouchedAt }: NewSession): boolean {
  const sql = `
    SELECT 1 FROM provider_logouts WHERE at >= $vouchedAt AND (
      provider_session = $providerSession
      OR (subject = $owner AND ($providerSession IS NULL OR provider_session IS NULL)))`
  return prepared(db, sql).get({ owner, providerSession, vouchedAt }) !== undefined
}
