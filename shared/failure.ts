import type { ProviderId, Verdict } from './providers.ts'

/**
 * Whether the request may be retried. `same-key`: yes, with its Idempotency-Key if it has one; it runs again, or
 * returns the recorded outcome. `new-key`: only a corrected request, with a new key. `no`: it fails again until
 * something else changes.
 */
export type Retry = 'same-key' | 'new-key' | 'no'

/** What a failed request changed: surely nothing, or it is not known until the rotation is read. */
export type Changed = 'nothing' | 'unknown'

/** Every failure the service can answer: its HTTP status, what it means when nothing more precise is known, what to do, and
 * whether it changed anything. */
export const failureCodes = {
  ValidationError: {
    status: 400,
    meaning: 'The request breaks a rule; nothing was changed.',
    remedy: 'Fix the fields listed in info and retry.',
    retry: 'new-key',
    changed: 'nothing',
  },
  BadRequest: {
    status: 400,
    meaning: 'The request is not valid HTTP for this service; nothing was changed.',
    remedy: 'Fix what info lists: send a path on this server, and Host, Authorization and Content-Type once each.',
    retry: 'no',
    changed: 'nothing',
  },
  UnsupportedApiVersion: {
    status: 400,
    meaning: 'This api-version is not supported; nothing was changed.',
    remedy: 'Omit it or send 1.0.',
    retry: 'no',
    changed: 'nothing',
  },
  Unauthenticated: {
    status: 401,
    meaning: 'The request has no valid operator token.',
    remedy: 'Send "Authorization: Bearer <token>".',
    retry: 'no',
    changed: 'nothing',
  },
  Forbidden: {
    status: 403,
    meaning: 'This operator token lacks the permission, or may not be used from this address.',
    remedy: 'Ask a platform administrator for one that has it.',
    retry: 'no',
    changed: 'nothing',
  },
  NotFound: {
    status: 404,
    meaning: 'Not found, or you do not have access to it.',
    remedy: 'Check the path and the IDs in it.',
    retry: 'no',
    changed: 'nothing',
  },
  MethodNotAllowed: {
    status: 405,
    meaning: 'This path does not support that method.',
    remedy: 'Use a method listed in the Allow header.',
    retry: 'no',
    changed: 'nothing',
  },
  RequestTimeout: {
    status: 408,
    meaning: 'The request did not arrive in time; nothing was changed.',
    remedy: 'Try again.',
    retry: 'same-key',
    changed: 'nothing',
  },
  RotationInProgress: {
    status: 409,
    meaning: 'Another rotation of this custodian is in progress; nothing was changed.',
    remedy: 'Wait until it has finished, then try again.',
    retry: 'same-key',
    changed: 'nothing',
  },
  AlreadyExists: {
    status: 409,
    meaning: 'There is already an object with this ID, name or address; nothing was changed.',
    remedy: 'Fix what info lists, or change the object that exists.',
    retry: 'no',
    changed: 'nothing',
  },
  InUse: {
    status: 409,
    meaning: 'Other objects refer to this one; nothing was changed.',
    remedy: 'Delete what info lists first, or disable this one instead.',
    retry: 'no',
    changed: 'nothing',
  },
  Disabled: {
    status: 409,
    meaning: 'This object, its tenant or its network is disabled; nothing was changed.',
    remedy: 'Enable it, then try again.',
    retry: 'same-key',
    changed: 'nothing',
  },
  Frozen: {
    status: 409,
    meaning: 'Changes are frozen by an administrator; nothing was changed.',
    remedy: 'See who froze them and why in info; a platform administrator can thaw them.',
    retry: 'same-key',
    changed: 'nothing',
  },
  PreconditionFailed: {
    status: 412,
    meaning: 'Someone else changed this object since you read it; nothing was changed.',
    remedy: 'Compare with the current one in value, then send its version.',
    retry: 'no',
    changed: 'nothing',
  },
  PayloadTooLarge: {
    status: 413,
    meaning: 'The body is larger than 64 KiB; nothing was changed.',
    remedy: 'Send only the documented members.',
    retry: 'no',
    changed: 'nothing',
  },
  UriTooLong: {
    status: 414,
    meaning: 'The address is longer than 8,000 characters.',
    remedy: 'Shorten the query string.',
    retry: 'no',
    changed: 'nothing',
  },
  UnsupportedMediaType: {
    status: 415,
    meaning: 'The body must be JSON in UTF-8; nothing was changed.',
    remedy: 'Send "Content-Type: application/json".',
    retry: 'no',
    changed: 'nothing',
  },
  MisdirectedRequest: {
    status: 421,
    meaning: 'This server does not accept that Host.',
    remedy: 'Use the address that the server printed when it started.',
    retry: 'no',
    changed: 'nothing',
  },
  IdempotencyMismatch: {
    status: 422,
    meaning: 'This Idempotency-Key was already used with a different request; nothing was changed.',
    remedy: 'Use a new key.',
    retry: 'new-key',
    changed: 'nothing',
  },
  PreconditionRequired: {
    status: 428,
    meaning: 'A change must name the version that it is based on; nothing was changed.',
    remedy: 'Read the object, then send its ETag as If-Match (REST) or its version (tRPC).',
    retry: 'no',
    changed: 'nothing',
  },
  TooManyRequests: {
    status: 429,
    meaning: 'Too many requests or failed attempts; nothing was changed.',
    remedy: 'Wait for the time in Retry-After.',
    retry: 'same-key',
    changed: 'nothing',
  },
  HeadersTooLarge: {
    status: 431,
    meaning: 'The headers are larger than 16 KiB.',
    remedy: 'Send fewer or shorter headers.',
    retry: 'no',
    changed: 'nothing',
  },
  ProviderUnavailable: {
    status: 500,
    meaning: 'The provider could not be reached; nothing was changed, and keys that were active still are.',
    remedy: 'Try again later; info has the reason.',
    retry: 'same-key',
    changed: 'nothing',
  },
  ReservesUnavailable: {
    status: 500,
    meaning: 'Reserve data could not be loaded.',
    remedy: 'Try again, then run "strongroom doctor".',
    retry: 'same-key',
    changed: 'nothing',
  },
  OutcomeUnknown: {
    status: 500,
    meaning: 'The change may or may not have been stored.',
    remedy: 'Read what it was to change, or the rotation, whose outcome says which, before you try again.',
    retry: 'same-key',
    changed: 'unknown',
  },
  DataTampered: {
    status: 500,
    meaning: 'Stored data is damaged: it was changed outside Strongroom. It was not used.',
    remedy: 'Run "strongroom doctor", and find out who can write to the data folder.',
    retry: 'no',
    changed: 'nothing',
  },
  UnexpectedError: {
    status: 500,
    meaning: 'Unexpected server error.',
    remedy: 'Search the server log for this request ID.',
    retry: 'same-key',
    changed: 'unknown',
  },
  NotReady: {
    status: 503,
    meaning: 'The service is not ready or overloaded; nothing was changed.',
    remedy: 'Try again shortly.',
    retry: 'same-key',
    changed: 'nothing',
  },
  StorageFull: {
    status: 503,
    meaning: 'The disk is full; nothing was changed, and keys that were active still are.',
    remedy: 'Free some space, then try again.',
    retry: 'same-key',
    changed: 'nothing',
  },
  AuditUnavailable: {
    status: 503,
    meaning: 'The audit log cannot be written; nothing was changed, and keys that were active still are.',
    remedy: 'Run "strongroom doctor".',
    retry: 'same-key',
    changed: 'nothing',
  },
} as const satisfies Record<string, { status: number; meaning: string; remedy: string; retry: Retry; changed: Changed }>

export type FailureCode = keyof typeof failureCodes

/** What each kind of retry means to a caller. */
export const retryTexts: Readonly<Record<Retry, string>> = {
  'same-key': 'Retry with the same Idempotency-Key.',
  'new-key': 'Fix the request and send it with a new Idempotency-Key.',
  no: 'Retrying the same request fails again.',
}

export type Failure = {
  readonly code: FailureCode
  readonly message: string
  /** Detail lines, one per failed rule. */
  readonly info: readonly string[]
  /** What is known despite the failure, such as the result of a failed validation. */
  readonly value?: unknown
  readonly rotationId?: string
  readonly retryAfterSeconds?: number
} & Partial<ProviderFacts>

/** What the check of the credentials found, where the failure comes from it. */
export type ProviderFacts = {
  readonly verdict: Verdict | null
  readonly provider: ProviderId | null
  /** Why the provider could not be asked, in a word for machines: `timeout`, `tls-expired`. */
  readonly cause: string | null
}

export const noProviderFacts: ProviderFacts = { verdict: null, provider: null, cause: null }

/** What callers decide by, so that they need no list of codes and read nothing out of texts. */
export const factsOf = ({ code, verdict, provider, cause }: Failure) => ({
  changed: failureCodes[code].changed,
  verdict: verdict ?? null,
  provider: provider ?? null,
  cause: cause ?? null,
})

export const failureOfCode = (code: FailureCode, more: Partial<Omit<Failure, 'code'>> = {}): Failure => ({
  code,
  message: `${failureCodes[code].meaning} ${failureCodes[code].remedy}`,
  info: [],
  ...more,
})

/** A `Result` that failed with this code. */
export const fail = (code: FailureCode, more?: Partial<Omit<Failure, 'code'>>) =>
  ({ ok: false, error: failureOfCode(code, more) }) as const

export const statusOf = (failure: Failure): number => failureCodes[failure.code].status
