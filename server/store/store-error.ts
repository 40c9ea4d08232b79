/**
 * Why the store could not do what it was asked. After `unknown-outcome` a write may have happened; after every other cause
 * it did not and never will.
 *
 * - `full`: there is no room left.
 * - `busy`: others write, or wait to; the same request may succeed later.
 * - `read-only`: this process may not write.
 * - `unreachable`: the storage does not answer, or answers with an I/O error.
 * - `damaged`: what is stored cannot be read.
 * - `unknown-outcome`: the answer to the COMMIT was lost.
 * - `closed`: the store was closed, by its owner or because it broke.
 * - `replaced-key`: the credentials are sealed under a key that is no longer the active one; seal them again.
 * - `rejected`: this one write broke a rule of the storage, which is a bug; others are not affected.
 */
export type StoreFault =
  | 'full'
  | 'busy'
  | 'read-only'
  | 'unreachable'
  | 'damaged'
  | 'unknown-outcome'
  | 'closed'
  | 'replaced-key'
  | 'rejected'

/** A write that was not stored, or whose fate is not known: see `cause`. */
export class StoreError extends Error {
  override readonly cause: StoreFault
  /** The engine's own code, for people who look it up; nothing may decide by it. */
  readonly detail: string

  constructor(cause: StoreFault, detail: string, message: string) {
    super(message)
    this.cause = cause
    this.detail = detail
  }
}

/** Whether a write may have happened, because the answer to its COMMIT was lost. */
export const isOutcomeUnknown = (error: unknown): error is StoreError =>
  error instanceof StoreError && error.cause === 'unknown-outcome'
