import type { Failure } from '../../shared/failure.ts'
import { toFailure } from '../context/failure-of.ts'
import type { Parts } from '../context/parts.ts'
import { isOutcomeUnknown, StoreError } from '../store/store-error.ts'

const firstPause = 1_000
const longestPause = 10_000

/**
 * Writes the outcome of an attempt that changed nothing. Where the store cannot take it now, the answer says why and
 * the write is repeated in the background until it is stored, so that no custodian stays blocked by a passing fault.
 * It ends when the store closes: the next start records the outcome of what is still open.
 */
export async function settle(write: () => Promise<unknown>, parts: Parts): Promise<Failure | null> {
  try {
    await write()
    return null
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    repeat(write, parts, { error, pause: firstPause })
    return toFailure(error)
  }
}

/**
 * Begins an attempt. Where the answer to its COMMIT was lost it may have begun, and would block its custodian and hold its
 * budgets: it is ended, at once or as soon as the store can, which does nothing where it had not begun. Throws a
 * `StoreError`, after which nothing was changed, so that the provider is not asked.
 */
export async function beginOrEnd<Begun>(
  begin: () => Promise<Begun>,
  end: () => Promise<unknown>,
  parts: Parts,
): Promise<Begun> {
  try {
    return await begin()
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    await settle(end, parts)
    throw new StoreError('unreachable', error.detail, error.message)
  }
}

type Repetition = { readonly error: unknown; readonly pause: number }

function repeat(write: () => Promise<unknown>, parts: Parts, { error, pause }: Repetition): void {
  if (error instanceof StoreError && error.cause === 'closed') return
  parts.log.error({ err: error, pause }, 'an outcome could not be stored yet; retrying')
  const again = () =>
    write().catch((next: unknown) => repeat(write, parts, { error: next, pause: Math.min(2 * pause, longestPause) }))
  setTimeout(again, pause).unref()
}
