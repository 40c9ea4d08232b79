import { err, ok, type Result } from '../../../shared/result.ts'
import { StoreError } from '../store-error.ts'
import type { Connection } from './connection.ts'
import { storeErrorOf } from './fault-of.ts'
import { transact } from './transact.ts'

type Work = () => unknown
export type Written = Result<unknown, StoreError>

/**
 * Runs several writes in one transaction, so that they share one COMMIT, and returns the result of each. A write that fails
 * is rolled back alone. `whole` runs them within the transaction and may add to it. If the outcome of the COMMIT is unknown,
 * it is unknown for all. If the transaction definitely failed, each write is repeated alone, so that none fails for another.
 */
export function transactTogether(
  db: Connection,
  works: readonly Work[],
  whole: (run: () => Written[]) => Written[],
): readonly Written[] {
  try {
    return transact(db, () => whole(() => works.map((work) => undoneAlone(db, work))))
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const isForAll = error.cause === 'unknown-outcome' || error.cause === 'busy' || works.length === 1
    return isForAll ? works.map(() => err(error)) : works.flatMap((work) => transactTogether(db, [work], whole))
  }
}

/** Throws when SQLite took back the whole transaction, as it may when there is no room or the storage fails. */
function undoneAlone(db: Connection, work: Work): Written {
  db.exec('SAVEPOINT one')
  try {
    const output = work()
    db.exec('RELEASE one')
    return ok(output)
  } catch (error) {
    if (!db.inTransaction) throw error
    db.exec('ROLLBACK TO one')
    db.exec('RELEASE one')
    return err(storeErrorOf(error))
  }
}
