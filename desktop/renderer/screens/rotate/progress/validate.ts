import type { Trace } from '../../../../bridge/answer.ts'
import type { ConsoleFailure } from '../../../../bridge/failures.ts'
import { client } from '../../../session/api.ts'
import { failureIn } from '../../../session/failure.ts'
import { askToSignIn } from '../../../session/sign-in-request.ts'
import { withTrace } from '../../../session/with-trace.ts'
import type { RotationInput } from './run-rotation.ts'

/** A verdict that is none of the contract's says neither that the keys are good nor that they are not. */
type Judged = { readonly isAccepted: boolean; readonly message: string; readonly trace: Trace }

export type Validation = Judged | { readonly failure: ConsoleFailure }

/** Asks what a rotation with this pair would find; stores nothing, whatever the answer. */
export async function validate(input: RotationInput): Promise<Validation> {
  try {
    const { value, trace } = await withTrace((context) => client.custodians.validateApiKeys.mutate(input, { context }))
    const { validationStatus, verdict, message } = value
    return { isAccepted: validationStatus && verdict === 'valid', message, trace }
  } catch (error) {
    const failure = failureIn(error)
    askToSignIn(failure)
    return { failure }
  }
}
