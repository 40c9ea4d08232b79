import type { Verdict } from '../../../../../shared/providers.ts'
import type { ConsoleFailure } from '../../../../bridge/failures.ts'

/** Why a rotation failed, in the words of an operator. */
type Cause =
  | 'wrongCredentials'
  | 'notPermitted'
  | 'differentAccount'
  | 'clock'
  | 'throttled'
  | 'providerUnreachable'
  | 'providerUnverified'
  | 'storage'
  | 'rotationOpen'
  | 'notAllowed'
  | 'signedOut'
  | 'serverUnreachable'
  | 'input'
  | 'tooMany'
  | 'busy'
  | 'gone'
  | 'other'

const ofVerdict = {
  valid: 'storage',
  'wrong-credentials': 'wrongCredentials',
  'not-permitted': 'notPermitted',
  'different-account': 'differentAccount',
  'clock-skew': 'clock',
  throttled: 'throttled',
  unreachable: 'providerUnreachable',
} as const satisfies Record<Verdict, Cause>

const ofCode: Readonly<Partial<Record<ConsoleFailure['code'], Cause>>> = {
  ProviderUnavailable: 'providerUnreachable',
  StorageFull: 'storage',
  AuditUnavailable: 'storage',
  RotationInProgress: 'rotationOpen',
  Forbidden: 'notAllowed',
  Unauthenticated: 'signedOut',
  SignedOut: 'signedOut',
  Unreachable: 'serverUnreachable',
  UntrustedServer: 'serverUnreachable',
  ValidationError: 'input',
  TooManyRequests: 'tooMany',
  NotReady: 'busy',
  NotFound: 'gone',
}

/** Both come from a server and may be any word. */
const causeOfVerdict: ReadonlyMap<string, Cause> = new Map(Object.entries(ofVerdict))
const causeOfCode: ReadonlyMap<string, Cause> = new Map(Object.entries(ofCode))

/** A cause that is not known here, as of a newer server, changes nothing: its verdict says enough. */
export function causeOf(failure: ConsoleFailure, verdict: string | null = failure.verdict): Cause {
  const cause = causeOfVerdict.get(verdict ?? '') ?? causeOfCode.get(failure.code) ?? 'other'
  const isUnverified = cause === 'providerUnreachable' && /^tls(-|$)/.test(failure.cause ?? '')
  return isUnverified ? 'providerUnverified' : cause
}
