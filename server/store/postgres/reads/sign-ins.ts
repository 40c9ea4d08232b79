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

export const signInReads = (query: SqlQuery): Pick<Reads, 'findSignIn'> => ({
  findSignIn: (id) => selectSignIn(query, id),
})
