import type { FailureCode } from '../../../../shared/failure.ts'

/** What the contract tells programs in general, as an operator needs it. */
export const told = {
  Unauthenticated:
    'The server does not take this token: it is of another server, was revoked or has expired. Nothing was changed. Sign in with another one.',
  NotFound:
    'There is no such thing on this server, or the token in use may not see it. Go back and read the list again.',
  ValidationError: 'The server does not take what was sent; nothing was changed. Mend what is named, then try again.',
  TooManyRequests: 'Too many attempts failed; nothing was changed. Wait before the next one.',
  UnexpectedError:
    'Something failed on the server that should not have. Try again; if it comes again, give the request id to who runs the server, who finds the cause in its log.',
  ReservesUnavailable:
    'The server could not read its reserve data; nothing was changed. Try again; if it comes again, ask who runs the server to run "strongroom doctor" there.',
  StorageFull:
    'The disk of the server is full; nothing was changed, and keys that were active still are. Ask who runs the server to free some space, then try again.',
  AuditUnavailable:
    'The server cannot write its audit, so nothing was done. Ask who runs it to run "strongroom doctor" there.',
  MisdirectedRequest:
    'The server was reached, but not under a name that it knows; nothing was changed. Ask who runs it for its address, or to allow this one with --allowed-host, then edit the server here.',
  IdempotencyMismatch: 'The server has had this try with other keys before; nothing was changed. Rotate again.',
} as const satisfies Partial<Record<FailureCode, string>>
