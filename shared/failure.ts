import type { Result } from './result.ts'

/** Every failure the service can answer: its HTTP status and what it says when nothing more precise is known. */
export const failureCodes = {
  ValidationError: {
    status: 400,
    message: 'The request breaks a rule; nothing was changed. Mend the lines in info and send it again.',
  },
  BadRequest: { status: 400, message: 'The request is not valid HTTP for this service; nothing was changed.' },
  UnsupportedApiVersion: { status: 400, message: 'This api-version is not known; leave it out or send 1.0.' },
  Unauthenticated: {
    status: 401,
    message: 'No valid operator token came with the request. Send "Authorization: Bearer <token>".',
  },
  Forbidden: {
    status: 403,
    message: 'This operator token lacks the permission. Ask a platform administrator for one that has it.',
  },
  NotFound: { status: 404, message: 'There is no such object, or it is not yours to see.' },
  MethodNotAllowed: {
    status: 405,
    message: 'This path does not answer that method; the Allow header names those it does.',
  },
  RequestTimeout: { status: 408, message: 'The request did not arrive in time; nothing was changed. Send it again.' },
  RotationInProgress: {
    status: 409,
    message: 'Another rotation of this custodian is open; nothing was changed. Wait for it, then try again.',
  },
  PayloadTooLarge: { status: 413, message: 'The body is larger than 64 KiB; nothing was changed.' },
  UriTooLong: { status: 414, message: 'The address is longer than 8,000 characters.' },
  UnsupportedMediaType: {
    status: 415,
    message: 'The body must be JSON in UTF-8: send "Content-Type: application/json".',
  },
  MisdirectedRequest: {
    status: 421,
    message: 'This server does not answer for that Host; use the address it printed at its start.',
  },
  IdempotencyMismatch: {
    status: 422,
    message: 'This Idempotency-Key came with another request before; nothing was changed. Use a new key.',
  },
  TooManyRequests: {
    status: 429,
    message: 'Too many failed attempts; nothing was changed. Wait as long as Retry-After says.',
  },
  HeadersTooLarge: { status: 431, message: 'The headers are larger than 16 KiB.' },
  ProviderUnavailable: {
    status: 500,
    message: 'The provider could not be asked; nothing was changed and the old keys are still active.',
  },
  ReservesUnavailable: {
    status: 500,
    message: 'Reserve data could not be read; try again, then run "strongroom doctor".',
  },
  OutcomeUnknown: {
    status: 500,
    message: 'The change may or may not have been stored; the rotation says which after the restart.',
  },
  UnexpectedError: {
    status: 500,
    message: 'Something failed that should not have; the log has it under this request id.',
  },
  NotReady: {
    status: 503,
    message: 'The service is not ready or has too much to do; nothing was changed. Try again shortly.',
  },
  StorageFull: {
    status: 503,
    message:
      'The disk is full; nothing was changed and the old keys are still active. Free some space, then try again.',
  },
  AuditUnavailable: {
    status: 503,
    message: 'The audit cannot be written, so nothing was done. Run "strongroom doctor".',
  },
} as const

export type FailureCode = keyof typeof failureCodes

export type Failure = {
  readonly code: FailureCode
  readonly message: string
  /** Detail lines, one per failed rule. */
  readonly info: readonly string[]
  /** What is known all the same, as the result of a failed validation. */
  readonly value?: unknown
  readonly rotationId?: string
  readonly retryAfterSeconds?: number
}

export const failureOfCode = (code: FailureCode, more: Partial<Omit<Failure, 'code'>> = {}): Failure => ({
  code,
  message: failureCodes[code].message,
  info: [],
  ...more,
})

export const fail = (code: FailureCode, more?: Partial<Omit<Failure, 'code'>>): Result<never> => ({
  ok: false,
  failure: failureOfCode(code, more),
})

export const statusOf = (failure: Failure): number => failureCodes[failure.code].status
