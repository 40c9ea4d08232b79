import type { FailureCode } from '../../../shared/failure.ts'

/** What a failure of the API means to an operator; the texts of the contract are written for programs. */
export const operatorMessages = {
  Unauthenticated:
    'The server rejected your token: it belongs to another server, was revoked or has expired. Nothing was changed. Sign in with another token.',
  NotFound: 'It does not exist, or your token does not have access to it. Go back and refresh the list.',
  ValidationError: 'The server rejected the input. Nothing was changed. Correct the fields listed, then try again.',
  AlreadyExists: 'Something with this name or ID exists already. Nothing was changed. Choose another.',
  InUse: 'What is listed refers to it. Nothing was changed. Delete that first, or disable this instead.',
  Disabled: 'It is disabled, or its tenant is. Nothing was changed. Enable it, then try again.',
  PreconditionFailed:
    'Someone else changed it after you loaded it. Nothing was changed. It was loaded again: check it, then try again.',
  TooManyRequests: 'Too many failed attempts. Nothing was changed. Wait before you try again.',
  UnexpectedError:
    'Unexpected server error. Try again. If it happens again, send the request ID to your server administrator, who can find the cause in the server log.',
  ReservesUnavailable:
    'The server could not read its reserve data. Nothing was changed. Try again. If it happens again, ask your server administrator to run "strongroom doctor".',
  StorageFull:
    'The server’s disk is full. Nothing was changed, and active keys stay active. Ask your server administrator to free up space, then try again.',
  AuditUnavailable:
    'The server cannot write its audit log. Nothing was changed, and active keys stay active. Ask your server administrator to run "strongroom doctor".',
  MisdirectedRequest:
    'The server does not accept this address. Nothing was changed. Ask your server administrator for the right address, or to allow this one with --allowed-host. Then edit the server profile here.',
  IdempotencyMismatch:
    'The server has already received this request with different keys. Nothing was changed. Rotate again.',
} as const satisfies Partial<Record<FailureCode, string>>
