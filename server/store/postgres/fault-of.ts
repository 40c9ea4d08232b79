import { DataFolderError } from '../../platform/data-folder-error.ts'
import { StoreError, type StoreFault } from '../store-error.ts'

/** What PostgreSQL (SQLSTATE), or the network below it, calls each cause. */
const causes: readonly (readonly [RegExp, StoreFault])[] = [
  [/^(53100|54000)$/, 'full'],
  [/^(53\d{3}|55P03|57014|25P0[34]|40001|40P01|TIMEOUT)$/, 'busy'],
  // 55000: a standby was asked for the end of its log, which only a primary has.
  [/^(25006|42501|55000)$/, 'read-only'],
  [/^(XX00[12]|58P01)$/, 'damaged'],
  [/^(08|28|3D|57P|58|E[A-Z]+$|EAI_|ERR_TLS|ERR_SSL)|CERT/, 'unreachable'],
]

/** pg gives a connection that broke no code. */
const lost = 'ECONNLOST'

const codeIn = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

const isDriverLoss = (error: unknown): boolean =>
  error instanceof Error && /^(Connection terminated|Client |timeout expired)/.test(error.message)

/** No connection was free, or none was answered, in time. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /timeout exceeded|Query read timeout/.test(error.message)

function sqlStateOf(error: unknown): string {
  if (codeIn(error)) return codeIn(error)
  if (isTimeout(error)) return 'TIMEOUT'
  return isDriverLoss(error) ? lost : 'ERROR'
}

/**
 * Whether the connection is gone, or was never there: whether what it was asked last was done is not said by that. 25P03 and
 * 25P04 end the connection of a server that stood still in a transaction.
 */
export const isConnectionLost = (error: unknown): boolean =>
  /^(08|57P|25P0[34]|E[A-Z]+$|EAI_)/.test(sqlStateOf(error)) && sqlStateOf(error) !== 'ERROR'

/** Whether the answer may still come: the connection has to be closed, so that it is asked nothing more. */
export const isTooLate = (error: unknown): boolean => codeIn(error) === 'ETIMEDOUT'

/** Whether a question had no answer in its time, on a connection that is open. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** Whether the database is a standby: a connection to it leads no more to where writes go. */
export const isOfStandby = (error: unknown): boolean => /^(25006|55000)$/.test(codeIn(error))

/** A table has got a column since the connection prepared the statement. */
export const isPlanOutdated = (error: unknown): boolean =>
  codeIn(error) === '0A000' && /^cached plan/.test((error as Error).message)

/** Whether the same work may succeed when it is done again: others wrote meanwhile what it read, or changed a table. */
export const mayPass = (error: unknown): boolean =>
  /^(40001|40P01|23505|23503)$/.test(codeIn(error)) || isPlanOutdated(error)

/** What is thrown in the place of what the engine threw, where nothing was stored; a bug is `rejected`. */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  // What was acknowledged is not there.
  if (error instanceof DataFolderError) return new StoreError('damaged', 'ANCHOR', error.message)
  const code = sqlStateOf(error)
  const cause = code === 'ERROR' ? 'rejected' : (causes.find(([form]) => form.test(code))?.[1] ?? 'rejected')
  return new StoreError(cause, code, error instanceof Error ? error.message : String(error))
}
