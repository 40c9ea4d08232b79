import { type Answer, answer, refuse } from '../bridge/answer.ts'
import type { LocalMode } from './local/local-mode.ts'
import type { ConsoleFile } from './profiles/console-file.ts'
import { isSameServer } from './profiles/same-server.ts'
import type { Caller } from './remote/api-forwarder.ts'
import type { OperatorTokens } from './tokens/operator-tokens.ts'

type Parts = { readonly file: ConsoleFile; readonly tokens: OperatorTokens; readonly local: Pick<LocalMode, 'reach'> }

/** Who calls which server: the profile with its token. One of this machine has the address that its server has now. */
export async function callerOf({ file, tokens, local }: Parts, profileId: string | null): Promise<Answer<Caller>> {
  const known = file.current().profiles.find(({ id }) => id === profileId)
  if (!known) return refuse('NoSuchProfile')
  const profile = await local.reach(known)
  if (!profile.ok) return profile
  const token = await tokens.of(known.id)
  if (!token.ok) return token
  // While the keychain was asked, the profile may have become that of another server, with another token.
  const now = file.current().profiles.find(({ id }) => id === known.id)
  return now && isSameServer(profile.value, now)
    ? answer({ profile: profile.value, token: token.value })
    : refuse('NoSuchProfile', { info: ['The server of this profile was changed or removed meanwhile.'] })
}
