import { type Answer, answer, refuse } from '../bridge/answer.ts'
import type { LocalMode } from './local/local-mode.ts'
import type { ConsoleFile } from './profiles/console-file.ts'
import type { Caller } from './server/api-forwarder.ts'
import type { OperatorTokens } from './tokens/operator-tokens.ts'

type Parts = { readonly file: ConsoleFile; readonly tokens: OperatorTokens; readonly local: Pick<LocalMode, 'reach'> }

/** Who calls which server: the active profile with its token. */
export async function activeCaller({ file, tokens, local }: Parts): Promise<Answer<Caller>> {
  const { profiles, activeProfileId } = file.current()
  const active = profiles.find(({ id }) => id === activeProfileId)
  if (!active) return refuse('NoSuchProfile')
  const profile = await local.reach(active)
  if (!profile.ok) return profile
  const token = await tokens.of(active.id)
  return token.ok ? answer({ profile: profile.value, token: token.value }) : token
}
