import type { Id } from '../../../shared/primitives.ts'
import type { Result } from '../../../shared/result.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { listenForInterruption } from '../interruption.ts'
import type { Api, CallOptions, RemoteFailure } from './api.ts'
import { remoteError } from './remote-error.ts'

type Creation<Item> = {
  /** `the tenant "First Trust"`. */
  readonly what: string
  readonly send: (options: CallOptions) => Promise<Result<Item, RemoteFailure>>
  /** What to do when it is not known whether it was created. */
  readonly afterLoss: string
}

/** Creates something once. A creation whose answer is lost stays unknown: nothing in the request identifies it. */
export async function createOnce<Item>(api: Api, { what, send, afterLoss }: Creation<Item>): Promise<Item> {
  using interruption = listenForInterruption()
  const result = await send({ signal: interruption.signal })
  if (result.ok) return result.value
  const { error } = result
  if (error.changed === 'nothing') throw remoteError(`${what} is not created`, error, api.server)
  throw new CommandError(`it is not known whether ${what} was created: ${error.message}`, {
    nextStep: afterLoss,
    exitCode: exitCodes.unknown,
    facts: { code: error.code, changed: 'unknown', requestId: error.requestId },
  })
}

/** What to do after a lost answer: an ID that was chosen makes the repetition safe. */
export const afterLostCreation = (lists: string, id: Id | undefined): string =>
  id === undefined
    ? `See "strongroom ${lists}" before you create it again: it could be there twice then.`
    : `See "strongroom ${lists}". The same command is safe: ID ${id} can be created once only.`
