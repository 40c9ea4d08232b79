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
  /** A number for the state that is read now: what was found under it still holds. Begins the transaction. */
  state(): number
  /** Lets the next read see what was committed since. */
  end(): void
}

/** The read, done once in each state of the database. */
export function oncePerState<Value>({ state }: Pick<SharedSnapshot, 'state'>, read: () => Value): () => Value {
  let latest: { readonly state: number; readonly value: Value } | null = null
  return () => {
    const now = state()
    if (latest?.state !== now) latest = { state: now, value: read() }
    return latest.value
  }
}

export function createSharedSnapshot(db: Connection): SharedSnapshot {
  let isOpen = false
  let states = 0
  const end = () => {
    isOpen = false
    if (db.open && db.inTransaction) prepared(db, 'COMMIT').run()
  }
  const state = () => {
    if (isOpen) return states
    prepared(db, 'BEGIN').run()
    isOpen = true
    setImmediate(end)
    states += 1
    return states
  }
  return {
    begin(read) {
      state()
      return read()
    },
    state,
    end,
  }
}
