import type { ConsoleFailure } from '../../../bridge/failures.ts'
import { client } from '../../api.ts'
import { askToSignIn } from '../../app/sign-in-request.ts'
import { failureIn } from '../../failure.ts'
import type { RotationInput } from './run-rotation.ts'

export type Validation = { readonly message: string } | { readonly failure: ConsoleFailure }

/** Asks what a rotation with this pair would find; stores nothing, whatever the answer. */
export async function validate(input: RotationInput): Promise<Validation> {
  try {
    const { message } = await client.custodians.validateApiKeys.mutate(input)
    return { message }
  } catch (error) {
    const failure = failureIn(error)
    askToSignIn(failure)
    return { failure }
  }
}
