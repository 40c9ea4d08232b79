import { setTimeout } from 'node:timers/promises'
import { ok } from '../../shared/result.ts'
import { type ConsoleParts, consoleStateOf } from './console-state.ts'
import type { Handlers } from './gate.ts'
import { apiHandlers } from './handlers/api.ts'
import { fileHandlers } from './handlers/files.ts'
import { lockHandler } from './handlers/lock.ts'
import { profileHandler } from './handlers/profile.ts'
import { signInHandlers } from './handlers/sign-in.ts'
import { speak } from './language.ts'
import { releaseUnguarded, restore } from './locking.ts'
import { createMutex } from './mutex.ts'
import { discardWhenLocked } from './platform.ts'
import { createBrowserSignIn } from './tokens/browser-sign-in.ts'
import { createProviderSessions } from './tokens/provider-sessions.ts'

/** Milliseconds to wait for a slow keychain before anything is shown. */
const keychainPatienceMs = 1_000

/** The methods of the bridge; `restored` settles once the keychain has answered. */
export function createHandlers(parts: ConsoleParts, restored: Promise<void>): Handlers {
  const { platform, stores, remote, locking, local, background } = parts
  const { file, tokens, authorities } = stores
  const { forwarder, listings, readNotReady, identityProviders, disconnect } = remote
  const { clipboard, openBrowser, sendEvent } = platform
  const { lock } = locking
  const dialogs = discardWhenLocked(platform.dialogs, lock.isLocked)
  const runExclusive = createMutex()
  const sessions = createProviderSessions({
    ends: { current: () => file.current().sessionEnds, save: (sessionEnds) => file.change({ sessionEnds }) },
    tokens,
    providers: identityProviders,
  })
  const profileParts = { file, sessions, dialogs, runExclusive, disconnect, onSignedOut: () => releaseUnguarded(parts) }
  return {
    ...fileHandlers({ dialogs, clipboard, secret: stores.secret }),
    ...signInHandlers({
      ...profileParts,
      local,
      forwarder,
      clipboard,
      browserSignIn: createBrowserSignIn({
        providers: identityProviders,
        openBrowser,
        onCode: (code) => sendEvent('progress', { task: 'sign-in', code }),
        isLocked: lock.isLocked,
      }),
      bringToFront: () => platform.desktop.open(null),
      onNewToken: (profileId) => {
        listings.clear(profileId) // another token may read other things
        void background.checkNow()
      },
    }),
    ...apiHandlers({
      file,
      tokens,
      local,
      authorities,
      forwarder,
      readNotReady,
      identityProviders,
      listings,
      sendEvent,
      secret: stores.secret,
    }),
    profile: profileHandler({ ...profileParts, authorities, onSelect: local.startFor }),
    lock: lockHandler({ lock, dialogs: platform.dialogs, clipboard, touchId: platform.touchId }),
    local: local.request,
    state: async (request) => {
      const patience = setTimeout(keychainPatienceMs, null, { ref: false })
      await (request?.recheck ? restore(parts) : Promise.race([restored, patience]))
      return ok(consoleStateOf(parts))
    },
    settings: async (settings) => {
      if (speak(platform, settings)) platform.onLanguage()
      file.change({ settings })
      return ok(null)
    },
  }
}
