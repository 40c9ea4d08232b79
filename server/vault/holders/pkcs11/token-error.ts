import type { KeyFault } from '../../key-encryption-key.ts'
import type { ModuleProblem } from './messages.ts'

type Details = { readonly nextStep?: string; readonly refusedPin?: string; readonly isFatal?: boolean }

/** Why a token cannot do what it is asked. */
export class TokenError extends Error {
  readonly problem: ModuleProblem

  constructor(fault: ModuleProblem['fault'], message: string, { nextStep, refusedPin, isFatal = false }: Details = {}) {
    super(message)
    this.problem = { fault, message, nextStep, refusedPin, isFatal }
  }
}

/** The name of a return value, such as `CKR_DEVICE_REMOVED`; empty for an error of another kind. */
export const returnValueOf = (error: unknown): string => /^CKR_\w+/.exec((error as Error).message)?.[0] ?? ''

/** Return values after which a new session finds the token and the key again, if they are there. */
const lost: readonly string[] = [
  'CKR_KEY_HANDLE_INVALID',
  'CKR_OBJECT_HANDLE_INVALID',
  'CKR_SESSION_CLOSED',
  'CKR_SESSION_HANDLE_INVALID',
  'CKR_USER_NOT_LOGGED_IN',
]

export const isLostSession = (error: unknown): boolean => lost.includes(returnValueOf(error))

const faults: Readonly<Record<string, KeyFault>> = {
  CKR_KEY_FUNCTION_NOT_PERMITTED: 'disabled',
  CKR_KEY_TYPE_INCONSISTENT: 'disabled',
  CKR_MECHANISM_INVALID: 'disabled',
  CKR_MECHANISM_PARAM_INVALID: 'disabled',
  CKR_SESSION_COUNT: 'throttled',
}

/** What a return value means that says nothing of the bytes that were sent. */
export function tokenErrorOf(error: unknown, name: string): TokenError {
  if (error instanceof TokenError) return error
  const returned = returnValueOf(error)
  const fault = faults[returned]
  if (fault) return new TokenError(fault, `${name} refuses to encrypt by AES-GCM with this key (${returned})`)
  const why = returned || 'no return value'
  return new TokenError('unreachable', `${name} does not work now (${why})`, {
    nextStep: checkConnection,
    isFatal: true,
  })
}

export const checkConnection = 'Check that the token is connected and that this user may use it.'
