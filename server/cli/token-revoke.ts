import type { Command } from 'commander'
import type { TokenRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { actorOf } from './actor.ts'
import { withExistingStore } from './folder.ts'
import { type GivenToken, namedToken, noneNamed, tokensNamed, withNamedToken } from './named-tokens.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer } from './output.ts'
import { assertConfirmed, withConfirmation } from './remote/secret-input.ts'
import { tokenToJson } from './token-list.ts'

type Given = GivenFolder & GivenToken & { readonly yes?: boolean }

const labelOf = ({ tokenId, name }: TokenRecord) => `token ${tokenId} "${name}"`

async function assertMeant(store: Store, token: string, given: Given): Promise<void> {
  const meant = (await tokensNamed(store, token)).filter(({ revokedAt }) => revokedAt === null)
  if (meant.length === 0) throw noneNamed('valid')
  await assertConfirmed(`Revoke ${meant.map(labelOf).join(', ')}? This cannot be undone.`, given)
}

async function revokeToken(name: string | undefined, given: Given): Promise<void> {
  const options = folderOptionsOf(given)
  const token = namedToken(name, given)
  const revoked = await withExistingStore(options, async (store) => {
    await assertMeant(store, token, given)
    return store.revokeToken({ token, actor: actorOf('token revoke'), at: Date.now() })
  })
  if (revoked.length === 0) throw noneNamed('valid')
  answer(options, revoked.map(tokenToJson), () => revoked.map(lineOf).join('\n'))
}

const lineOf = ({ tokenId, name }: TokenRecord) => `Token ${tokenId} "${name}" is revoked.`

export const addTokenRevoke = (token: Command): void =>
  void withConfirmation(withNamedToken(withFolderOptions(token.command('revoke')), 'revoke')).action(revokeToken)
