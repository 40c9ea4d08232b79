import { answer, refuse } from '../../bridge/answer.ts'
import type { Handlers } from '../gate.ts'
import type { ConsoleFile } from '../profiles/console-file.ts'
import type { ApiForwarder } from '../server/api-forwarder.ts'
import { whoAmI } from '../server/session.ts'
import type { Clipboard, Dialogs } from '../surroundings.ts'
import type { OperatorTokens } from '../tokens/operator-tokens.ts'
import { takeToken, wipe } from './token-source.ts'

type Parts = {
  readonly file: ConsoleFile
  readonly tokens: OperatorTokens
  readonly forwarder: ApiForwarder
  readonly dialogs: Dialogs
  readonly clipboard: Clipboard
  /** Lets go of what was read with the token, and closes what is open. */
  readonly disconnect: (profileId: string) => Promise<void>
  /** To be called after a token was erased. */
  readonly onSignedOut: () => Promise<void>
}

/** A token is asked of its server before it is kept; one that does not work leaves everything as it was. */
export function signInHandlers(parts: Parts): Pick<Handlers, 'signIn' | 'signOut'> {
  const { file, tokens, forwarder, clipboard } = parts
  return {
    signIn: async ({ profileId, source }) => {
      const profile = file.current().profiles.find(({ id }) => id === profileId)
      if (!profile) return refuse('NoSuchProfile')
      const taken = await takeToken(source, parts)
      if (!taken?.ok) return taken ?? answer(null)
      const session = await whoAmI(forwarder, { profile, token: taken.value })
      if (!session.ok) return session
      const kept = await tokens.put(profileId, taken.value)
      if (!kept.ok) return kept
      if (source === 'clipboard') await wipe(clipboard, taken.value)
      return session
    },
    signOut: async ({ profileId }) => {
      const erased = await tokens.erase(profileId)
      await parts.disconnect(profileId)
      if (erased.ok) await parts.onSignedOut()
      return erased
    },
  }
}
