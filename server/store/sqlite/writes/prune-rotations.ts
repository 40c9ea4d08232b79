import { prunedRecord } from '../../pruning.ts'
import type { Pruning } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { appendAudit } from './append-audit.ts'

/** A rotation that a later one retries goes after that one, at the latest with the next call. */
const sql = `
  DELETE FROM rotations WHERE rotation_id IN (
    SELECT rotation_id FROM rotations r
    WHERE ended_at < $endedBefore
      AND EXISTS (
        SELECT 1 FROM rotations later WHERE later.custodian_id = r.custodian_id AND later.rotation_id > r.rotation_id)
      AND (outcome <> 'stored' OR EXISTS (
        SELECT 1 FROM rotations later
        WHERE later.outcome = 'stored' AND later.custodian_id = r.custodian_id AND later.rotation_id > r.rotation_id))
      AND NOT EXISTS (SELECT 1 FROM kept_answers k WHERE k.rotation_id = r.rotation_id)
      AND NOT EXISTS (SELECT 1 FROM rotations retry WHERE retry.retry_of = r.rotation_id)
    ORDER BY ended_at LIMIT $limit)`

export function pruneRotations(db: Connection, pruning: Pruning): number {
  const { endedBefore, limit } = pruning
  const removed = Number(prepared(db, sql).run({ endedBefore, limit }).changes)
  if (removed > 0) appendAudit(db, prunedRecord('rotations.pruned', pruning, removed))
  return removed
}
