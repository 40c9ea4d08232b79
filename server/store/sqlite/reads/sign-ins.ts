import type { SignInRecord } from '../../records.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

type Row = { readonly challenge: Uint8Array; readonly expires_at: bigint; readonly outcome: string | null }

export function findSignIn(db: Connection, id: Uint8Array): SignInRecord | null {
  const row = prepared<Row>(db, 'SELECT challenge, expires_at, outcome FROM sign_ins WHERE sign_in_id = ?').get(id)
  return row ? { challenge: row.challenge, expiresAt: Number(row.expires_at), outcome: row.outcome } : null
}
