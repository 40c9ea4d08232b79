import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

/** The rows are overwritten (`secure_delete`); the writer folds older copies of them out of the WAL. */
export const eraseReplacedPairs = (db: Connection, { before }: { before: number }): number =>
  Number(prepared(db, 'DELETE FROM credentials WHERE retired_at <= ?').run(before).changes)
