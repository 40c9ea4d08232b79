import type { Connection } from './connection.ts'
import { codeOf, commitErrorOf, storeErrorOf } from './fault-of.ts'

/** How often BEGIN is tried while another process writes; each try waits up to the busy timeout (100 ms). */
const mostTries = 100

/** Begins a transaction; until its end no other connection can commit. Throws a `StoreError`. */
export function begin(db: Connection): void {
  for (let tries = 1; ; tries += 1) {
    try {
      db.exec('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (codeOf(error) !== 'SQLITE_BUSY' || tries === mostTries) throw storeErrorOf(error)
    }
  }
}

const rollBack = (db: Connection) => {
  if (db.inTransaction) db.exec('ROLLBACK')
}

/** Runs work that changes nothing in the database while no other connection can commit. */
export function withoutOtherCommits<Output>(db: Connection, work: () => Output): Output {
  begin(db)
  try {
    return work()
  } finally {
    rollBack(db)
  }
}

/** Runs the work in one transaction. Throws a `StoreError`. */
export function transact<Output>(db: Connection, work: () => Output): Output {
  begin(db)
  let output: Output
  try {
    output = work()
  } catch (error) {
    rollBack(db)
    throw storeErrorOf(error)
  }
  try {
    db.exec('COMMIT')
  } catch (error) {
    rollBack(db)
    throw commitErrorOf(error)
  }
  return output
}
