import type { Verdict } from '../../../../shared/providers.ts'
import type { ConsoleFailure } from '../../../bridge/failures.ts'

/** Why a rotation failed, in the words of an operator. */
type Cause =
  | 'wrongCredentials'
  | 'notPermitted'
  | 'differentAccount'
  | 'clock'
  | 'throttled'
  | 'providerUnreachable'
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

/** The verdict that the detail lines of a failure carry, as in `reason=unreachable provider=copper`. */
const verdictIn = ({ info }: ConsoleFailure): string => /^reason=([a-z-]+)/.exec(info[0] ?? '')?.[1] ?? ''

export const causeOf = (failure: ConsoleFailure, verdict: string = verdictIn(failure)): Cause =>
  causeOfVerdict.get(verdict) ?? causeOfCode.get(failure.code) ?? 'other'
