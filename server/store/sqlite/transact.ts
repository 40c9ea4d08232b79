import { StoreError } from '../store-error.ts'
import type { Connection } from './connection.ts'

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? 'ERROR')
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** How often BEGIN is tried while another process writes; each try waits up to the busy timeout (100 ms). */
const mostTries = 100

function begin(db: Connection): void {
  for (let tries = 1; ; tries += 1) {
    try {
      db.exec('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (codeOf(error) !== 'SQLITE_BUSY' || tries === mostTries)
        throw new StoreError(codeOf(error) === 'SQLITE_BUSY' ? 'busy' : 'rolled-back', codeOf(error), messageOf(error))
    }
  }
}

const rollBack = (db: Connection) => {
  if (db.inTransaction) db.exec('ROLLBACK')
}

/** Runs work that changes nothing in the database while no other connection can commit. */
export function whileNobodyCommits<Output>(db: Connection, work: () => Output): Output {
  begin(db)
  try {
    return work()
  } finally {
    rollBack(db)
  }
}

/**
 * Runs the work in one transaction. A failing COMMIT is told apart: it may come true after a restart. Not so on a full
 * disk: the frame that ends a commit is written last, so nothing can come true of one that lacked the room for it.
 */
export function transact<Output>(db: Connection, work: () => Output): Output {
  begin(db)
  let output: Output
  try {
    output = work()
  } catch (error) {
    rollBack(db)
    throw new StoreError('rolled-back', codeOf(error), messageOf(error))
  }
  try {
    db.exec('COMMIT')
  } catch (error) {
    rollBack(db)
    const outcome = codeOf(error) === 'SQLITE_FULL' ? 'rolled-back' : 'commit-failed'
    throw new StoreError(outcome, codeOf(error), messageOf(error))
  }
  return output
}
