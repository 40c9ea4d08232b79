import type { FailureCode } from '../../../../shared/failure.ts'

/** What the contract tells programs in general, as an operator needs it. */
export const told = {
  Unauthenticated:
    'The server does not take this token: it is of another server, was revoked or has expired. Nothing was changed. Sign in with another one.',
  NotFound:
    'There is no such thing on this server, or the token in use may not see it. Go back and read the list again.',
  ValidationError: 'The server does not take what was sent; nothing was changed. Mend what is named, then try again.',
  TooManyRequests: 'Too many attempts failed; nothing was changed. Wait before the next one.',
  IdempotencyMismatch: 'The server has had this try with other keys before; nothing was changed. Rotate again.',
} as const satisfies Partial<Record<FailureCode, string>>
