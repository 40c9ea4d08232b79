import type { Secret } from '../../../shared/secret.ts'
import { type Answer, answer, refuse } from '../../bridge/answer.ts'
import type { Profile } from '../../bridge/profiles.ts'
import type { Handlers } from '../gate.ts'
import type { LocalMode } from '../local/local-mode.ts'
import type { InTurn } from '../mutex.ts'
import type { Clipboard, Dialogs } from '../platform.ts'
import type { ConsoleFile } from '../profiles/console-file.ts'
import { isSameServer } from '../profiles/same-server.ts'
import { type ApiForwarder, whoAmI } from '../remote/api-forwarder.ts'
import type { OperatorTokens } from '../tokens/operator-tokens.ts'
import { takeToken, wipe } from '../tokens/token-source.ts'

type Parts = {
  readonly file: ConsoleFile
  readonly tokens: OperatorTokens
  readonly local: Pick<LocalMode, 'reach'>
  readonly forwarder: ApiForwarder
  readonly dialogs: Dialogs
  readonly clipboard: Clipboard
  /** For what changes which token belongs to which server. */
  readonly inTurn: InTurn
  /** Lets go of what was read with the token of a profile. */
  readonly letGoOf: (profileId: string) => void
  /** The same, and closes what is open. */
  readonly disconnect: (profileId: string) => Promise<void>
  /** To be called after a token was erased. */
  readonly onSignedOut: () => Promise<void>
}

/** A token is asked of its server before it is kept; one that does not work leaves everything as it was. */
export function signInHandlers(parts: Parts): Pick<Handlers, 'signIn' | 'signOut'> {
  const { file, tokens, local, forwarder, clipboard, inTurn } = parts
  const find = (profileId: string) => file.current().profiles.find(({ id }) => id === profileId)

  /** While the server was asked, the profile may have become that of another one. */
  async function keep(profile: Profile, token: Secret): Promise<Answer<null>> {
    const now = find(profile.id)
    return now && isSameServer(profile, now) ? tokens.put(profile.id, token) : refuse('ProfileChanged')
  }

  return {
    signIn: async ({ profileId, source }) => {
      const profile = find(profileId)
      if (!profile) return refuse('NoSuchProfile')
      const taken = await takeToken(source, parts)
      if (!taken?.ok) return taken ?? answer(null)
      const reached = await local.reach(profile)
      if (!reached.ok) return reached
      const session = await whoAmI(forwarder, { profile: reached.value, token: taken.value })
      if (!session.ok) return session
      const kept = await inTurn(() => keep(reached.value, taken.value))
      if (!kept.ok) return kept
      parts.letGoOf(profileId) // another token may read other things
      if (source === 'clipboard') await wipe(clipboard, taken.value)
      return session
    },
    signOut: async ({ profileId }) => {
      if (!find(profileId)) return refuse('NoSuchProfile')
      return inTurn(async () => {
        const erased = await tokens.erase(profileId)
        await parts.disconnect(profileId)
        if (erased.ok) await parts.onSignedOut()
        return erased
      })
    },
  }
}
