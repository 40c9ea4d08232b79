import type { Id } from '../../../../shared/primitives.ts'
import { toId } from '../../integers.ts'
import type { SignInRecord } from '../../records.ts'
import type { UnusedSessionsWanted } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

type Row = { readonly challenge: Uint8Array; readonly expires_at: bigint; readonly outcome: string | null }

export function findSignIn(db: Connection, id: Uint8Array): SignInRecord | null {
  const row = prepared<Row>(db, 'SELECT challenge, expires_at, outcome FROM sign_ins WHERE sign_in_id = ?').get(id)
  return row ? { challenge: row.challenge, expiresAt: Number(row.expires_at), outcome: row.outcome } : null
}

const unusedSql = `
  SELECT token_id FROM operator_tokens o
  WHERE origin = 'sign-in' AND coalesce(revoked_at, expires_at) > $at AND revoked_at IS NULL AND created_at < $begunBefore
    AND NOT EXISTS (SELECT 1 FROM token_uses u WHERE u.token_id = o.token_id)
  ORDER BY coalesce(revoked_at, expires_at) LIMIT $limit`

export const listUnusedSessions = (db: Connection, wanted: UnusedSessionsWanted): readonly Id[] =>
  prepared<{ token_id: bigint }>(db, unusedSql)
    .all(wanted)
    .map(({ token_id }) => toId(token_id))
