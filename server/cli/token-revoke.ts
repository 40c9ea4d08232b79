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
import { assertConfirmed, withConfirmation } from './remote/secret-input.ts'
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

const labelOf = ({ tokenId, name }: TokenRecord) => `token ${tokenId} "${name}"`

/** Names each in the question: versions that did not keep names unique left valid tokens that share one. */
async function assertMeant(store: Store, token: string, given: Given): Promise<void> {
  const isMeant = ({ tokenId, name, revokedAt }: TokenRecord) =>
    revokedAt === null && (name === token || tokenId === token)
  const meant = (await store.listTokens()).filter(isMeant)
  if (meant.length === 0) throw noneRevoked()
  await assertConfirmed(`Revoke ${meant.map(labelOf).join(', ')}? This cannot be undone.`, given)
}

async function revokeToken(name: string | undefined, given: Given): Promise<void> {
  const options = folderOptionsOf(given)
  const token = tokenIn(name, given)
  const revoked = await withExistingStore(options, async (store) => {
    await assertMeant(store, token, given)
    return store.revokeToken({ token, actor: actorOf('token revoke'), at: Date.now() })
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
  void withConfirmation(
    withFolderOptions(token.command('revoke'))
      .argument('[name-or-id]', 'name or ID, as shown by "token list"')
      .option('--id <id>', 'revoke the token with this ID', parseId),
  ).action(revokeToken)
