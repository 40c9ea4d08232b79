import { TRPCError } from '@trpc/server'
import { type Failure, type FailureCode, failureOfCode, statusOf } from './failure.ts'

const trpcCodeOfStatus = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  428: 'PRECONDITION_REQUIRED',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
} as const

const failureOfTrpcCode: Partial<Record<TRPCError['code'], FailureCode>> = {
  PARSE_ERROR: 'ValidationError',
  BAD_REQUEST: 'ValidationError',
  NOT_FOUND: 'NotFound',
  METHOD_NOT_SUPPORTED: 'MethodNotAllowed',
  PAYLOAD_TOO_LARGE: 'PayloadTooLarge',
  UNSUPPORTED_MEDIA_TYPE: 'UnsupportedMediaType',
}

/** A failure on its way through tRPC, which knows only thrown errors. */
export class FailureError extends TRPCError {
  readonly failure: Failure

  constructor(failure: Failure) {
    const status = statusOf(failure)
    const fallback = status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR'
    super({ code: trpcCodeOfStatus[status as keyof typeof trpcCodeOfStatus] ?? fallback, message: failure.message })
    this.failure = failure
  }
}

/** The failure that a tRPC error carries; tRPC's own errors become one, anything else is unexpected. */
export const failureIn = (error: TRPCError): Failure => {
  if (error instanceof FailureError) return error.failure
  if (error.cause instanceof FailureError) return error.cause.failure
  return failureOfCode(failureOfTrpcCode[error.code] ?? 'UnexpectedError')
}
