import { type Failure, failureOfCode } from '../../shared/failure.ts'
import type { NotReadyReason } from '../../shared/readiness.ts'
import { isOutcomeUnknown, StoreError, type StoreFault } from '../store/store-error.ts'
import { KeyError } from '../vault/key-encryption-key.ts'

const codeOf = {
  full: 'StorageFull',
  busy: 'NotReady',
  closed: 'NotReady',
  'replaced-key': 'NotReady',
  'read-only': 'AuditUnavailable',
  unreachable: 'AuditUnavailable',
  damaged: 'AuditUnavailable',
  'unknown-outcome': 'AuditUnavailable',
  rejected: 'AuditUnavailable',
} as const satisfies Record<StoreFault, string>

/** Turns anything that was thrown into a failure of the closed set; a bug says nothing of itself to the caller. */
export function toFailure(error: unknown): Failure {
  if (error instanceof KeyError) return failureOfKey(error)
  return failureOfCode(error instanceof StoreError ? codeOf[error.cause] : 'UnexpectedError')
}

/** The same for a change that is one write, and that nothing ends or repeats once the answer to its COMMIT was lost. */
export const failureOfChange = (error: unknown): Failure =>
  isOutcomeUnknown(error) ? failureOfCode('OutcomeUnknown') : toFailure(error)

/** Nothing was stored, and nothing is damaged: the same request may work once the key can be used again. */
export const failureOfKey = ({ cause, message, nextStep }: KeyError): Failure =>
  failureOfCode('NotReady', {
    message: `The key that seals the stored credentials cannot be used: ${message}. ${nextStep}`,
    info: [`reason=${`key-${cause}` satisfies NotReadyReason}`],
  })
