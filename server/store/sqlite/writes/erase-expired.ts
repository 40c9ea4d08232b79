import { attemptsKeptFor } from '../../../rotations/attempt-budget.ts'
import { previousKeptFor } from '../../../rotations/machine.ts'
import { erasedRecord } from '../../pruning.ts'
import type { Erased, Expiry } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { appendAudit } from './append-audit.ts'

/** What is kept for a time, and the column that says since when. */
const timesOf = ({ recordsKeptFor }: Expiry) =>
  [
    ['credentials', 'retired_at', previousKeptFor],
    ['kept_answers', 'kept_at', recordsKeptFor],
    ['attempts', 'at', attemptsKeptFor],
  ] as const

/** Whether `eraseExpired` would change anything; most often it would not, and a read shows it without a commit. */
export const hasExpired = (db: Connection, expiry: Expiry): boolean =>
  timesOf(expiry).some(([table, column, time]) =>
    prepared(db, `SELECT 1 FROM ${table} WHERE ${column} > ? OR ${column} <= ? LIMIT 1`).get(
      expiry.at,
      expiry.at - time,
    ),
  )

/**
 * Erases what has been kept for its time. The rows are overwritten (`secure_delete`); the writer folds older copies of
 * them out of the WAL. What a clock that was fast had dated in the future counts from now on.
 */
export function eraseExpired(db: Connection, expiry: Expiry): Erased {
  const { at } = expiry
  const [pairs, idempotencyRecords = 0, attempts] = timesOf(expiry).map(([table, column, time]) => {
    prepared(db, `UPDATE ${table} SET ${column} = $at WHERE ${column} > $at`).run({ at })
    return Number(prepared(db, `DELETE FROM ${table} WHERE ${column} <= ?`).run(at - time).changes)
  })
  if (idempotencyRecords > 0) appendAudit(db, erasedRecord(expiry, idempotencyRecords))
  return { pairs, idempotencyRecords, attempts } as Erased
}
