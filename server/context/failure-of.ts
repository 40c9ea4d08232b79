import { type Failure, failureOfCode } from '../../shared/failure.ts'
import { StoreError, type StoreFault } from '../store/store-error.ts'

const codeOf = {
  full: 'StorageFull',
  busy: 'NotReady',
  closed: 'NotReady',
  'read-only': 'AuditUnavailable',
  unreachable: 'AuditUnavailable',
  damaged: 'AuditUnavailable',
  'unknown-outcome': 'AuditUnavailable',
  rejected: 'AuditUnavailable',
} as const satisfies Record<StoreFault, string>

/** Turns anything that was thrown into a failure of the closed set; a bug says nothing of itself to the caller. */
export const toFailure = (error: unknown): Failure =>
  failureOfCode(error instanceof StoreError ? codeOf[error.cause] : 'UnexpectedError')
