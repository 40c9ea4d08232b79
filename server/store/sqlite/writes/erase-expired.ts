import { attemptsKeptFor } from '../../../rotations/attempt-budget.ts'
import { recordsKeptFor } from '../../../rotations/idempotency.ts'
import { previousKeptFor } from '../../../rotations/machine.ts'
import type { Erased } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

/**
 * Erases what has been kept for its time. The rows are overwritten (`secure_delete`); the writer folds older copies of
 * them out of the WAL. What a clock that was fast had dated in the future counts from now on.
 */
export function eraseExpired(db: Connection, { at }: { at: number }): Erased {
  const erase = (table: string, column: string, keptFor: number): number => {
    prepared(db, `UPDATE ${table} SET ${column} = $at WHERE ${column} > $at`).run({ at })
    return Number(prepared(db, `DELETE FROM ${table} WHERE ${column} <= ?`).run(at - keptFor).changes)
  }
  return {
    pairs: erase('credentials', 'retired_at', previousKeptFor),
    idempotencyRecords: erase('kept_answers', 'kept_at', recordsKeptFor),
    attempts: erase('attempts', 'at', attemptsKeptFor),
  }
}
