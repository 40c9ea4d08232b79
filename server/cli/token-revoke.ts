import type { Command } from 'commander'
import { actorOf } from './actor.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { withExistingStore } from './folder.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer } from './output.ts'
import { tokenToJson } from './token-list.ts'

async function revokeToken(token: string, given: GivenFolder): Promise<void> {
  const options = folderOptionsOf(given)
  const request = { token, actor: actorOf('token revoke'), at: Date.now() }
  const revoked = await withExistingStore(options, (store) => store.revokeToken(request))
  if (revoked.length === 0)
    throw new CommandError('no valid token has that name or ID', {
      nextStep: 'See "strongroom token list" with the same --data.',
      exitCode: exitCodes.notFound,
    })
  answer(options, revoked.map(tokenToJson), () =>
    revoked.map(({ tokenId, name }) => `Token ${tokenId} "${name}" is revoked.`).join('\n'),
  )
}

export const addTokenRevoke = (token: Command): void =>
  void withFolderOptions(
    token
      .command('revoke')
      .description('revoke every valid token of that name, or the one with that ID; takes effect at once')
      .argument('<name-or-id>', 'name or ID, as shown by "token list"'),
  ).action(revokeToken)
