import type { Input } from '../../../../../shared/operations.ts'
import type { Trace } from '../../../../bridge/failures.ts'
import { type ConsoleFailure, consoleFailure } from '../../../../bridge/failures.ts'
import type { ReadRotation } from '../../../../bridge/new-words.ts'
import { callWithTrace, client } from '../../../session/api.ts'
import { failureFrom } from '../../../session/failure.ts'
import { askToSignIn } from '../../../session/sign-in-request.ts'
import { type Attempt, findOwnRotation, followRotation } from './attempt.ts'
import { isDefinite, type RunResult, resultOfFailure, resultOfSuccess } from './rotation-result.ts'

export type RotationInput = Input<'custodians.updateApiKeys'>

/** Rotates and tells each stage that the server confirms; the input is in no cache and is forgotten with this call. */
export async function runRotation(
  input: RotationInput,
  attempt: Attempt,
  tell: (rotation: ReadRotation) => void,
): Promise<RunResult> {
  const open = new AbortController()
  void followRotation(attempt, tell, open.signal)
  try {
    const { value, trace } = await send(input, attempt)
    const own = await readOwnRotation(attempt)
    // An answer with `success: false` says nothing about the outcome.
    return value.success
      ? resultOfSuccess(own, trace)
      : resultOfFailure(consoleFailure('NoAnswer', trace), own ?? null, attempt)
  } catch (error) {
    const failure = failureFrom(error)
    askToSignIn(failure)
    return resultOfFailure(failure, await readFailed(attempt, failure), attempt)
  } finally {
    open.abort()
  }
}

const send = (input: RotationInput, { profileId, idempotencyKey }: Attempt) =>
  callWithTrace((telling) =>
    client.custodians.updateApiKeys.mutate(input, { context: { profileId, idempotencyKey, ...telling } }),
  )

/** The rotation that the server has under the key of the attempt; undefined if that cannot be read. */
const readOwnRotation = (attempt: Attempt): Promise<ReadRotation | null | undefined> =>
  findOwnRotation(attempt).catch(() => undefined)

/** The rotation that failed, where one may have been begun. */
async function readFailed(attempt: Attempt, failure: ConsoleFailure): Promise<ReadRotation | null> {
  const wasBegun = failure.rotationId !== null || attempt.isUnresolved || !isDefinite(failure)
  return wasBegun ? readRotation(attempt, failure.rotationId) : null
}

/** The rotation by its id, else the one of the attempt; null when there is none or it cannot be read. */
export async function readRotation(attempt: Attempt, rotationId: string | null): Promise<ReadRotation | null> {
  const { profileId, custodianId } = attempt
  const reading = rotationId
    ? client.custodians.rotation.query({ custodianId, rotationId }, { context: { profileId } })
    : findOwnRotation(attempt)
  return reading.catch(() => null)
}

/** A verdict that is none of the contract's says neither that the keys are good nor that they are not. */
type Judged = { readonly isAccepted: boolean; readonly message: string; readonly trace: Trace }

export type Validation = Judged | { readonly failure: ConsoleFailure }

/** Validates the credentials at the provider; never stores anything. */
export async function validate(input: RotationInput): Promise<Validation> {
  try {
    const { value, trace } = await callWithTrace((context) =>
      client.custodians.validateApiKeys.mutate(input, { context }),
    )
    const { validationStatus, verdict, message } = value
    return { isAccepted: validationStatus && verdict === 'valid', message, trace }
  } catch (error) {
    const failure = failureFrom(error)
    askToSignIn(failure)
    return { failure }
  }
}
