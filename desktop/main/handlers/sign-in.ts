import { err, ok, type Result } from '../../../shared/result.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import type { Profile } from '../../bridge/profiles.ts'
import type { Handlers } from '../gate.ts'
import type { LocalMode } from '../local/local-mode.ts'
import type { Mutex } from '../mutex.ts'
import type { Clipboard, Dialogs } from '../platform.ts'
import type { ConsoleFile } from '../profiles/console-file.ts'
import { isSameServer } from '../profiles/same-server.ts'
import { type ApiForwarder, fetchSession } from '../remote/api-forwarder.ts'
import type { BrowserSignIn } from '../tokens/browser-sign-in.ts'
import type { ProviderSessions, StartedSession } from '../tokens/provider-sessions.ts'
import { clearClipboard, takeToken } from '../tokens/token-source.ts'

type Parts = {
  readonly file: ConsoleFile
  readonly sessions: ProviderSessions
  readonly local: Pick<LocalMode, 'resolve'>
  readonly forwarder: ApiForwarder
  readonly dialogs: Dialogs
  readonly clipboard: Clipboard
  readonly browserSignIn: BrowserSignIn
  /** For changes of which token belongs to which server. */
  readonly runExclusive: Mutex
  /** To be called after another token was stored for a profile. */
  readonly onNewToken: (profileId: string) => void
  /** Drops what was read with the token of a profile, and closes the connections. */
  readonly disconnect: (profileId: string) => Promise<void>
  /** Where the person signed in to another program, they see this one again. */
  readonly bringToFront: () => void
  /** To be called after a token was erased. */
  readonly onSignedOut: () => Promise<void>
}

/** A token is checked with its server before it is stored; one that does not work changes nothing. */
export function signInHandlers(parts: Parts): Pick<Handlers, 'signIn' | 'signOut'> {
  const { file, sessions, local, forwarder, clipboard, browserSignIn, runExclusive } = parts
  const find = (profileId: string) => file.current().profiles.find(({ id }) => id === profileId)

  /** The profile may have been changed to another server while the token was checked. */
  async function keep(profile: Profile, started: StartedSession): Promise<Result<null, ConsoleFailure>> {
    const now = find(profile.id)
    return now && isSameServer(profile, now) ? sessions.start(profile, started) : err(consoleFailure('ProfileChanged'))
  }

  return {
    signIn: async (request) => {
      const { profileId } = request
      const profile = find(profileId)
      if (!profile) return err(consoleFailure('NoSuchProfile'))
      if ('cancel' in request) {
        browserSignIn.cancel(profileId)
        return ok(null)
      }
      const { source } = request
      const taken = source === 'identity-provider' ? await browserSignIn.run(profile) : await takeToken(source, parts)
      if (!taken?.ok) return taken ?? ok(null)
      const reached = await local.resolve(profile)
      if (!reached.ok) return reached
      const session = await fetchSession(forwarder, { profile: reached.value, token: taken.value })
      if (!session.ok) return session
      const started = { token: taken.value, session: session.value }
      const kept = await runExclusive(() => keep(reached.value, started))
      if (!kept.ok) return kept
      parts.onNewToken(profileId)
      if (source === 'identity-provider') parts.bringToFront()
      if (source === 'clipboard') await clearClipboard(clipboard, taken.value)
      return session
    },
    signOut: async ({ profileId }) => {
      const profile = find(profileId)
      if (!profile) return err(consoleFailure('NoSuchProfile'))
      return runExclusive(async () => {
        const signedOut = await sessions.signOut(profile)
        await parts.disconnect(profileId)
        if (signedOut.ok) await parts.onSignedOut()
        return signedOut
      })
    },
  }
}
