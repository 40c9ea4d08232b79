import type { Command } from 'commander'
import type { Failure } from '../../shared/failure.ts'
import { tokenStateOf } from '../access/administer-tokens.ts'
import type { ListedToken, TokenRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { actorOf } from './actor.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { withExistingStore } from './folder.ts'
import { type GivenToken, namedToken, noneNamed, tokensNamed, withNamedToken } from './named-tokens.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer } from './output.ts'
import { tokenToJson } from './token-list.ts'

type Verb = 'disable' | 'enable'
type Given = GivenFolder & GivenToken

/** What has ended can neither be disabled nor enabled. */
const hasEnded = (token: TokenRecord): boolean => ['expired', 'revoked'].includes(tokenStateOf(token, Date.now()))

/** Based on the version that it has by now, where something else changed it meanwhile. */
async function switchOne(store: Store, { tokenId, version }: ListedToken, verb: Verb): Promise<ListedToken> {
  const by = { actor: actorOf(`token ${verb}`), at: Date.now() }
  const changed = await store.switchToken({ ...by, tokenId, seenBy: null, version, isDisabled: verb === 'disable' })
  if (changed.kind === 'refused') throw refused(changed.failure, verb)
  return changed.kind === 'stale' ? switchOne(store, changed.token, verb) : changed.token
}

const nextSteps: Partial<Record<Failure['code'], string>> = {
  Frozen: 'Thaw it first: "strongroom thaw --help".',
  Disabled: 'Enable the tenant first, with an administrator token.',
}

const refused = ({ code, message, info }: Failure, verb: Verb): CommandError =>
  new CommandError(`the token was not ${verb}d: ${info.join('; ') || message}`, {
    nextStep: nextSteps[code] ?? 'See "strongroom token list" with the same --data.',
    exitCode: exitCodes.failed,
  })

async function switchNamed(verb: Verb, name: string | undefined, given: Given): Promise<void> {
  const options = folderOptionsOf(given)
  const token = namedToken(name, given)
  const switched = await withExistingStore(options, async (store) => {
    const meant = (await tokensNamed(store, token)).filter((each) => !hasEnded(each))
    if (meant.length === 0) throw noneNamed('valid or disabled')
    const done: ListedToken[] = []
    for (const each of meant) done.push(await switchOne(store, each, verb))
    return done
  })
  const lineOf = (each: TokenRecord) => `Token ${each.tokenId} "${each.name}" is ${verb}d.`
  answer(options, switched.map(tokenToJson), () => switched.map(lineOf).join('\n'))
}

const addSwitch = (verb: Verb) => (token: Command) =>
  void withNamedToken(withFolderOptions(token.command(verb)), verb).action((name: string | undefined, given: Given) =>
    switchNamed(verb, name, given),
  )

export const addTokenDisable = addSwitch('disable')
export const addTokenEnable = addSwitch('enable')
