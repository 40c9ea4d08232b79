import { setTimeout as pause } from 'node:timers/promises'
import { StoreError } from './store-error.ts'

const mostTries = 5
/** Milliseconds. */
const betweenTries = 200

const isUnknown = (error: unknown): boolean => error instanceof StoreError && error.cause === 'unknown-outcome'

/**
 * Repeats a write while the answer to its COMMIT is lost, so that its outcome becomes known. Only for writes that are
 * idempotent under an ID of their own, see `Writes`. Throws the first error when the outcome stays unknown.
 */
export async function untilDecided<Output>(write: () => Promise<Output>): Promise<Output> {
  try {
    return await write()
  } catch (lost) {
    if (!isUnknown(lost)) throw lost
    for (let tries = 2; tries <= mostTries; tries += 1) {
      await pause(betweenTries)
      try {
        return await write()
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
      }
    }
    throw lost
  }
}
