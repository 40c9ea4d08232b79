import type { Answer } from '../../bridge/answer.ts'
import { type ConsoleFailure, failureOf } from '../../bridge/failures.ts'

/** Carries a failure through libraries that know only thrown errors. */
export class BridgeError extends Error {
  readonly failure: ConsoleFailure

  constructor(failure: ConsoleFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** The failure in whatever was thrown. */
export function failureFrom(error: unknown): ConsoleFailure {
  if (error instanceof BridgeError) return error.failure
  if (error instanceof Error && error.cause !== undefined) return failureFrom(error.cause)
  return failureOf('ConsoleFailed', { info: [error instanceof Error ? error.message : String(error)] })
}

/** The value of an answer, or the failure thrown. */
export function valueIn<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value
  throw new BridgeError(answer.error)
}
