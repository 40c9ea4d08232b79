import type { Connection } from './connection.ts'
import { prepared } from './statements.ts'

/**
 * One read transaction for all that is read in one turn of the event loop: opening one costs more than most reads.
 * It begins with the lookup of a token, which is the first thing done with a request that has arrived, so a request
 * sent after a commit was acknowledged never meets a snapshot from before it.
 */
export type SharedSnapshot = {
  /** Runs this read, and lets what else is read in this turn see the same state of the database. */
  begin<Value>(read: () => Value): Value
  /** Lets the next read see what was committed since. */
  end(): void
}

export function createSharedSnapshot(db: Connection): SharedSnapshot {
  let isOpen = false
  const end = () => {
    isOpen = false
    if (db.open && db.inTransaction) prepared(db, 'COMMIT').run()
  }
  return {
    begin(read) {
      if (!isOpen) {
        prepared(db, 'BEGIN').run()
        isOpen = true
        setImmediate(end)
      }
      return read()
    },
    end,
  }
}
