import type { Rotation } from '../../../../shared/rotations.ts'
import type { ConsoleFailure } from '../../../bridge/failures.ts'

/** What became of a rotation, as far as it is known. */
export type Ending =
  | { readonly kind: 'stored'; readonly rotation: Rotation | null }
  | { readonly kind: 'unchanged'; readonly rotation: Rotation | null }
  | Failed
  | Unknown

type WithFailure = { readonly failure: ConsoleFailure; readonly rotation: Rotation | null }
export type Failed = WithFailure & { readonly kind: 'failed' }
export type Unknown = WithFailure & { readonly kind: 'unknown' }

/** Failures after which nothing can have been stored; every other one leaves it open until the rotation is read. */
const definite: ReadonlySet<string> = new Set<ConsoleFailure['code']>([
  'ValidationError',
  'BadRequest',
  'UnsupportedApiVersion',
  'Unauthenticated',
  'Forbidden',
  'NotFound',
  'MethodNotAllowed',
  'RequestTimeout',
  'RotationInProgress',
  'PayloadTooLarge',
  'UriTooLong',
  'UnsupportedMediaType',
  'MisdirectedRequest',
  'IdempotencyMismatch',
  'TooManyRequests',
  'HeadersTooLarge',
  'ProviderUnavailable',
  'NotReady',
  'StorageFull',
  'AuditUnavailable',
  'Unreachable',
  'UntrustedServer',
  'SignedOut',
  'NotAToken',
  'Locked',
  'NoSuchProfile',
  'NotReadable',
  'NotAllowed',
])

/** The ending after an answer that is a success; the row tells whether anything changed. One that tells of no success is another's. */
export function endingOfSuccess(rotation: Rotation | null): Ending {
  const outcome = rotation?.outcome
  return outcome === 'stored' || outcome === 'unchanged'
    ? { kind: outcome, rotation }
    : { kind: 'stored', rotation: null }
}

/**
 * The ending after a failure. What the server wrote down wins over what was or was not answered. A failure that says
 * that nothing was changed says so of its own try: not of one before it that is unresolved.
 */
export function endingOfFailure(failure: ConsoleFailure, rotation: Rotation | null, isUnresolved = false): Ending {
  const outcome = rotation?.outcome ?? null
  if (outcome === 'stored' || outcome === 'unchanged') return { kind: outcome, rotation }
  const isKnown = rotation ? outcome !== null : !isUnresolved && isDefinite(failure)
  return { kind: isKnown ? 'failed' : 'unknown', failure, rotation }
}

/** Whether the failure itself says that nothing was stored. */
export const isDefinite = ({ code }: ConsoleFailure): boolean => definite.has(code)
