import { type Failure, failureOfCode } from '../../shared/failure.ts'
import { StoreError } from '../store/store-error.ts'

function failureOfStore({ outcome, sqliteCode }: StoreError): Failure {
  if (sqliteCode === 'SQLITE_FULL' || sqliteCode === 'ENOSPC') return failureOfCode('StorageFull')
  if (outcome === 'busy' || outcome === 'closed') return failureOfCode('NotReady')
  return failureOfCode('AuditUnavailable')
}

/** Turns anything that was thrown into a failure of the closed set; a bug says nothing of itself to the caller. */
export const failureOf = (error: unknown): Failure =>
  error instanceof StoreError ? failureOfStore(error) : failureOfCode('UnexpectedError')
