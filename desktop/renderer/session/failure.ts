import type { Result } from '../../../shared/result.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'

/** Carries a failure through libraries that know only thrown errors. */
export class BridgeError extends Error {
  readonly failure: ConsoleFailure

  constructor(failure: ConsoleFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** The failure carried by any thrown value. */
export function failureFrom(error: unknown): ConsoleFailure {
  if (error instanceof BridgeError) return error.failure
  if (error instanceof Error && error.cause !== undefined) return failureFrom(error.cause)
  return consoleFailure('ConsoleFailed', { info: [error instanceof Error ? error.message : String(error)] })
}

/** The value of a reply, or its failure thrown. */
export function valueIn<Value>(reply: Result<Value, ConsoleFailure>): Value {
  if (reply.ok) return reply.value
  throw new BridgeError(reply.error)
}
