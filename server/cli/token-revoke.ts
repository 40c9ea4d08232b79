import type { Command } from 'commander'
import type { Id } from '../../shared/primitives.ts'
import type { TokenRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { actorOf } from './actor.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { withExistingStore } from './folder.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer } from './output.ts'
import { parseId } from './parse.ts'
import { tokenToJson } from './token-list.ts'

type Given = GivenFolder & { readonly id?: Id; readonly yes?: boolean }

function tokenIn(name: string | undefined, { id }: Given): string {
  if ((name === undefined) === (id === undefined))
    throw new CommandError('one token must be named', {
      nextStep: 'Give its name, or its ID with --id.',
      exitCode: exitCodes.usage,
    })
  return (name ?? id) as string
}

/** Tokens of one name are from versions that did not keep names unique; revoking cannot be undone. */
async function assertOne(store: Store, name: string): Promise<void> {
  const isMeant = (each: TokenRecord) => each.name === name && each.revokedAt === null && each.expiresAt > Date.now()
  const namesakes = (await store.listTokens()).filter(isMeant)
  if (namesakes.length < 2) return
  const ids = namesakes.map(({ tokenId }) => tokenId).join(', ')
  throw new CommandError(`${namesakes.length} tokens have the name "${name}": ${ids}`, {
    nextStep: 'Add --yes to revoke all of them, or revoke one with --id.',
    exitCode: exitCodes.usage,
  })
}

async function revokeToken(name: string | undefined, given: Given): Promise<void> {
  const options = folderOptionsOf(given)
  const token = tokenIn(name, given)
  const request = { token, actor: actorOf('token revoke'), at: Date.now() }
  const revoked = await withExistingStore(options, async (store) => {
    if (!given.yes) await assertOne(store, token)
    return store.revokeToken(request)
  })
  if (revoked.length === 0) throw noneRevoked()
  answer(options, revoked.map(tokenToJson), () => revoked.map(lineOf).join('\n'))
}

const lineOf = ({ tokenId, name }: TokenRecord) => `Token ${tokenId} "${name}" is revoked.`

const noneRevoked = () =>
  new CommandError('no valid token has that name or ID', {
    nextStep: 'See "strongroom token list" with the same --data.',
    exitCode: exitCodes.notFound,
  })

export const addTokenRevoke = (token: Command): void =>
  void withFolderOptions(
    token
      .command('revoke')
      .description('revoke the valid token of that name, or the one with that ID; takes effect at once')
      .argument('[name-or-id]', 'name or ID, as shown by "token list"')
      .option('--id <id>', 'revoke the token with this ID', parseId)
      .option('--yes', 'revoke all tokens of that name, if there are several'),
  ).action(revokeToken)
