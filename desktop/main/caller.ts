import { type Answer, answer, refuse } from '../bridge/answer.ts'
import type { ConsoleFile } from './profiles/console-file.ts'
import type { Caller } from './server/api-forwarder.ts'
import type { OperatorTokens } from './tokens/operator-tokens.ts'

type Parts = { readonly file: ConsoleFile; readonly tokens: OperatorTokens }

/** Who calls which server: the active profile with its token. */
export async function activeCaller({ file, tokens }: Parts): Promise<Answer<Caller>> {
  const { profiles, activeProfileId } = file.current()
  const profile = profiles.find(({ id }) => id === activeProfileId)
  if (!profile) return refuse('NoSuchProfile')
  const token = await tokens.of(profile.id)
  return token.ok ? answer({ profile, token: token.value }) : token
}
