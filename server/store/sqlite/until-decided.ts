import type { ChainHead } from '../../audit/chain.ts'
import { isOutcomeUnknown, StoreError } from '../store-error.ts'
import type { Connection } from './connection.ts'
import { prepared } from './statements.ts'
import { transact } from './transact.ts'
import { headOf } from './writes/append-audit.ts'

/** After so many tries the outcome stays unknown. */
const mostTries = 5
/** Milliseconds; other writes of this process wait meanwhile, so that their order stays. */
const betweenTries = 200

/**
 * Runs a transaction again while the answer to its COMMIT is lost. Only for one that does nothing again which it has done.
 * Throws the first error when the storage does not answer.
 */
export function untilDecided<Output>(run: () => Output): Output {
  try {
    return run()
  } catch (lost) {
    if (!isOutcomeUnknown(lost)) throw lost
    for (let tries = 2; tries <= mostTries; tries += 1) {
      if (tries > 2) sleep(betweenTries)
      try {
        return run()
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
      }
    }
    throw lost
  }
}

const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** What a try answers, and the last record that it appended to the audit: its ID, since no other commit has that hash. */
type Try<Output> = { readonly output: Output; readonly record: ChainHead | null }

/** Runs the work in one transaction that happens once, and answers what it did then. Throws a `StoreError`. */
export function transactUntilDecided<Output>(db: Connection, work: () => Output): Output {
  let last: Try<Output> | null = null
  return untilDecided(() =>
    transact(db, () => {
      last = tryAfter(last, db, work)
      return last.output
    }),
  )
}

/**
 * Whether the try before was committed shows its record in the audit. Where it appended none, it was committed if nothing is
 * left to do; then it is the one that did it.
 */
function tryAfter<Output>(last: Try<Output> | null, db: Connection, work: () => Output): Try<Output> {
  if (last?.record && isStored(db, last.record)) return last
  const before = headOf(db)
  const changes = changesOf(db)
  const output = work()
  if (last?.record === null && changesOf(db) === changes) return last
  const head = headOf(db)
  return { output, record: head.sequence === before.sequence ? null : head }
}

const isStored = (db: Connection, { sequence, hash }: ChainHead): boolean =>
  prepared(db, 'SELECT 1 FROM audit WHERE sequence = ? AND hash = ?').get(sequence, hash) !== undefined

/** Rows that this connection changed since it was opened. */
const changesOf = (db: Connection): bigint =>
  (prepared<{ changes: bigint }>(db, 'SELECT total_changes() AS changes').get() as { changes: bigint }).changes
