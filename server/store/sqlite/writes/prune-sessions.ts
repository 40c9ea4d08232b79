import { prunedRecord } from '../../pruning.ts'
import type { Pruning } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { appendAudit } from './append-audit.ts'

/** The newest token stays, so that no ID is given twice: records of the audit name them. */
const endedSql = `
  SELECT token_id FROM operator_tokens o
  WHERE origin = 'sign-in' AND coalesce(revoked_at, expires_at) < $endedBefore
    AND token_id < (SELECT max(token_id) FROM operator_tokens)
    AND NOT EXISTS (SELECT 1 FROM rotations r WHERE r.token_id = o.token_id)
    AND NOT EXISTS (SELECT 1 FROM kept_answers k WHERE k.token_id = o.token_id)
    AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.token_id = o.token_id)
  ORDER BY coalesce(revoked_at, expires_at) LIMIT $limit`

type Row = { readonly token_id: bigint }

const endedIn = (db: Connection, { endedBefore, limit }: Pruning) =>
  prepared<Row>(db, endedSql).all({ endedBefore, limit })

/** Whether there is anything to remove. */
export const hasEndedSessions = (db: Connection, pruning: Pruning): boolean =>
  endedIn(db, { ...pruning, limit: 1 }).length > 0

export function pruneSessions(db: Connection, pruning: Pruning): number {
  const rows = endedIn(db, pruning)
  for (const { token_id } of rows) {
    prepared(db, 'DELETE FROM token_uses WHERE token_id = ?').run(token_id)
    prepared(db, 'DELETE FROM operator_tokens WHERE token_id = ?').run(token_id)
  }
  if (rows.length > 0) appendAudit(db, prunedRecord('sessions.pruned', pruning, rows.length))
  return rows.length
}
