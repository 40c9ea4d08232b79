import type { Command } from 'commander'
import type { Id } from '../../shared/primitives.ts'
import type { ListedToken } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { CommandError, usageError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { parseId } from './parse.ts'

export type GivenToken = { readonly id?: Id }

/** Adds what names a token: its name or ID, or the ID alone. */
export const withNamedToken = (command: Command, verb: string): Command =>
  command
    .argument('[name-or-id]', 'name or ID, as shown by "token list"')
    .option('--id <id>', `${verb} the token with this ID`, parseId)

export function namedToken(name: string | undefined, { id }: GivenToken): string {
  if ((name === undefined) === (id === undefined))
    throw usageError('one token must be named', 'Give its name, or its ID with --id.')
  return (name ?? id) as string
}

/** Several, where versions that did not keep names unique left tokens that share one. */
export const tokensNamed = async (store: Store, token: string): Promise<readonly ListedToken[]> =>
  (await store.listTokens()).filter(({ tokenId, name }) => name === token || tokenId === token)

export const noneNamed = (which: 'valid' | 'valid or disabled'): CommandError =>
  new CommandError(`no ${which} token has that name or ID`, {
    nextStep: 'See "strongroom token list" with the same --data.',
    exitCode: exitCodes.notFound,
  })
