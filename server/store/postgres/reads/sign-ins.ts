import { toId } from '../../integers.ts'
import type { SignInRecord } from '../../records.ts'
import type { Reads } from '../../store.ts'
import type { SqlQuery } from '../connection.ts'

type Row = { readonly challenge: Uint8Array; readonly expires_at: bigint; readonly outcome: string | null }

/** The sign-in of this ID. */
export async function selectSignIn(query: SqlQuery, id: Uint8Array): Promise<SignInRecord | null> {
  const sql = 'SELECT challenge, expires_at, outcome FROM sign_ins WHERE sign_in_id = $id'
  const [row] = await query<Row>(sql, { id })
  return row ? { challenge: row.challenge, expiresAt: Number(row.expires_at), outcome: row.outcome } : null
}

const unusedSql = `
  SELECT token_id FROM operator_tokens o
  WHERE origin = 'sign-in' AND coalesce(revoked_at, expires_at) > $at AND revoked_at IS NULL AND created_at < $begunBefore
    AND NOT EXISTS (SELECT FROM token_uses u WHERE u.token_id = o.token_id)
  ORDER BY coalesce(revoked_at, expires_at) LIMIT $limit`

export const signInReads = (query: SqlQuery): Pick<Reads, 'findSignIn' | 'listUnusedSessions'> => ({
  findSignIn: (id) => selectSignIn(query, id),
  listUnusedSessions: async (wanted) =>
    (await query<{ token_id: bigint }>(unusedSql, wanted)).map(({ token_id }) => toId(token_id)),
})
