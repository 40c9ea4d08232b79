import { setTimeout } from 'node:timers/promises'
import { ok } from '../../shared/result.ts'
import type { Settings } from '../bridge/settings.ts'
import type { ConsoleState, SystemUnlock, Versions } from '../bridge/state.ts'
import { de } from '../words/de.ts'
import { addTexts, currentLanguage, languageFor, setLanguage } from '../words/words.ts'
import { type Background, type Desktop, watchInBackground } from './attention/background.ts'
import type { AttentionReads } from './attention/read-attention.ts'
import { createGate, type Gate, type Handlers } from './gate.ts'
import { apiHandlers, authenticatedTarget } from './handlers/api.ts'
import { fileHandlers } from './handlers/files.ts'
import { lockHandler } from './handlers/lock.ts'
import { profileHandler } from './handlers/profile.ts'
import { signInHandlers } from './handlers/sign-in.ts'
import type { ForkServer } from './local/child.ts'
import { createLocalMode, type LocalMode } from './local/local-mode.ts'
import { createLock, type Lock } from './lock/lock.ts'
import { type ReadScreenLock, watchScreenLock } from './lock/screen-lock.ts'
import { createMutex } from './mutex.ts'
import {
  type Clipboard,
  type Dialogs,
  discardWhenLocked,
  type OpenBrowser,
  type SendEvent,
  type TouchId,
} from './platform.ts'
import type { AuthenticatedTarget } from './remote/api-forwarder.ts'
import { activeProfileIn, createRemote, createStores, type Remote, type Stores } from './stores.ts'
import { createBrowserSignIn } from './tokens/browser-sign-in.ts'
import { createProviderSessions } from './tokens/provider-sessions.ts'
import type { TokenVault } from './tokens/token-vault.ts'
import { isWorthAsking, type PendingWork } from './window/quit-guard.ts'

/** What the console needs of the system around it; Electron provides it, and so do tests. */
export type Platform = {
  /** The folder of this user's data. */
  readonly userData: string
  readonly versions: Versions
  /** As `de-AT`, the most preferred first. */
  readonly preferredLanguages: () => readonly string[]
  /** Called when texts that are shown already have to be shown in another language. */
  readonly onLanguage: () => void
  /** Whether this build carries the public keys by which an update is verified. */
  readonly verifiesUpdates: boolean
  /** Whether the page runs in Chromium's sandbox, which a switch turns off. */
  readonly isSandboxed: boolean
  /** The tray and the notifications. */
  readonly desktop: Desktop
  /** The keychain of the system. */
  readonly keychain: TokenVault
  readonly dialogs: Dialogs
  readonly clipboard: Clipboard
  readonly openBrowser: OpenBrowser
  /** Sends an event to the renderer. */
  readonly sendEvent: SendEvent
  /** Seconds since the last key or click anywhere on this machine. */
  readonly idleSeconds: () => number
  /** Polled every few seconds; null where the system sends an event when its screen is locked. */
  readonly readScreenLock: ReadScreenLock | null
  /** Null where the system has none. */
  readonly touchId: TouchId | null
  readonly fork: ForkServer
  /** Reports an unexpected error. */
  readonly onBug: (error: unknown) => void
}

export type Console = AsyncDisposable & {
  readonly gate: Gate
  /** What the system and the window report about the person at the machine. */
  readonly lock: Pick<Lock, 'lock' | 'check' | 'touch'> & {
    /** The screen of this computer was unlocked. */
    onScreenUnlocked(): void
  }
  pendingWork(): PendingWork | null
  /** Whether an icon in the tray leads back to it, so that it goes on without a window. */
  isInTray(): boolean
  colourScheme(): Settings['colourScheme']
}

/** Milliseconds to wait for a slow keychain before anything is shown. */
const keychainPatienceMs = 1_000

/** Milliseconds between two checks of the clocks and of the screen lock. */
const checkEveryMs = 5_000

type Changed = () => void

type LockingParts = {
  readonly platform: Platform
  readonly stores: Stores
  readonly remote: Remote
  readonly changed: Changed
}

/** The lock and what triggers it. Nothing that was read stays in memory while the console is locked. */
function createLocking({ platform, stores, remote, changed }: LockingParts) {
  const { file, vault, tokens } = stores
  const lock = createLock({
    vault,
    profiles: () => [activeProfileIn(file), ...file.current().profiles],
    idleMinutes: () => file.current().settings.lockAfterMinutes,
    unlocksWithSystem: () => file.current().settings.unlocksWithSystem,
    monotonic: () => performance.now(),
    wall: Date.now,
    osIdleSeconds: platform.idleSeconds,
    onChange: ({ isLocked }) => {
      if (isLocked) {
        tokens.forget()
        stores.createdToken.forget()
        remote.listings.clear()
      }
      changed()
    },
  })
  const onScreenUnlocked = () => {
    lock.check() // a sleep that was not noticed yet would lock it again
    void lock.unlockBySystem(async () => true)
  }
  const screenLock = watchScreenLock({
    read: platform.readScreenLock,
    onLocked: () => lock.lock('screen'),
    onUnlocked: onScreenUnlocked,
    onChange: changed,
  })
  return { lock, screenLock, onScreenUnlocked }
}

type Locking = ReturnType<typeof createLocking>

type Parts = {
  readonly platform: Platform
  readonly stores: Stores
  readonly remote: Remote
  readonly locking: Locking
  readonly local: LocalMode
  readonly background: Background
}

function systemUnlockOf({ touchId }: Platform, { screenLock }: Locking): SystemUnlock {
  if (touchId?.isAvailable()) return 'touchId'
  return screenLock.report() === 'none' ? 'none' : 'screen'
}

function stateOf({ platform, stores, locking, local, background }: Parts): ConsoleState {
  const { file, vault, tokens } = stores
  const { profiles, activeProfileId, settings } = file.current()
  return {
    activeProfileId,
    settings,
    language: currentLanguage(),
    profiles: profiles.map((profile) => ({ ...profile, isSignedIn: tokens.isSignedIn(profile.id) })),
    lock: locking.lock.state(),
    keychain: vault.state(),
    fileProblem: file.problem(),
    local: local.state(),
    versions: platform.versions,
    screenLockReport: locking.screenLock.report(),
    systemUnlock: systemUnlockOf(platform, locking),
    hasTray: background.hasTrayHost(),
    isSandboxed: platform.isSandboxed,
    verifiesUpdates: platform.verifiesUpdates,
  }
}

/** Asks the server in use, with its token, which a locked console forgets again. */
function attentionReadsOf({ stores, remote, locking, local }: Omit<Parts, 'background'>): AttentionReads {
  const { file, tokens } = stores
  async function target(): Promise<AuthenticatedTarget> {
    const found = await authenticatedTarget({ file, tokens, local }, file.current().activeProfileId)
    if (locking.lock.isLocked()) tokens.forget()
    if (!found.ok) throw new Error(found.error.code)
    return found.value
  }
  return {
    notReady: async () => remote.readNotReady((await target()).profile),
    query: async (path, input) => {
      const reply = await remote.forwarder.forward(await target(), { path, input })
      if (!reply.ok) throw new Error(reply.error.code)
      return reply.value.output
    },
  }
}

function createBackground(parts: Omit<Parts, 'background'>, onChange: Changed): Background {
  const { platform, stores, locking } = parts
  const { file, tokens } = stores
  return watchInBackground({
    desktop: platform.desktop,
    settings: () => file.current().settings,
    profile: () => activeProfileIn(file),
    isSignedIn: () => tokens.isSignedIn(file.current().activeProfileId ?? ''),
    isLocked: locking.lock.isLocked,
    lock: () => locking.lock.lock('asked'),
    reads: attentionReadsOf(parts),
    onChange,
  })
}

/** Loads what the keychain holds: the lock's record, and which profiles are signed in. */
async function restore({ stores, locking }: Parts): Promise<void> {
  const { file, vault, tokens } = stores
  await vault.probe()
  await locking.lock.restore()
  for (const { id } of file.current().profiles) await tokens.of(id)
  if (locking.lock.isLocked()) tokens.forget()
}

/** Once no token and no data are left to guard, the lock is released. */
async function releaseUnguarded({ stores, locking, local }: Parts): Promise<void> {
  const { file, tokens } = stores
  if (locking.lock.state().hasPassphrase && local.hasData()) return
  for (const { id } of file.current().profiles) if (!(await tokens.lacks(id))) return
  await locking.lock.release()
}

/** The methods of the bridge. */
function createHandlers(parts: Parts, restored: Promise<void>): Handlers {
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
    ...fileHandlers({ dialogs, clipboard, createdToken: stores.createdToken }),
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
      createdToken: stores.createdToken,
    }),
    profile: profileHandler({ ...profileParts, authorities, onSelect: local.startFor }),
    lock: lockHandler({ lock, dialogs: platform.dialogs, clipboard, touchId: platform.touchId }),
    local: local.request,
    state: async (request) => {
      const patience = setTimeout(keychainPatienceMs, null, { ref: false })
      await (request?.recheck ? restore(parts) : Promise.race([restored, patience]))
      return ok(stateOf(parts))
    },
    settings: async (settings) => {
      if (speak(platform, settings)) platform.onLanguage()
      file.change({ settings })
      return ok(null)
    },
  }
}

// Main has the texts of every language: its own disk is near, and it answers in one at once.
addTexts('de', de)

/** Has the texts in the language of the settings; answers whether it is another one. */
function speak(platform: Platform, { language }: Pick<Settings, 'language'>): boolean {
  const before = currentLanguage()
  setLanguage(languageFor(language, platform.preferredLanguages()))
  return currentLanguage() !== before
}

/** Composes main: everything behind the bridge. */
export function createConsole(platform: Platform): Console {
  const changed = () => {
    platform.sendEvent('state', stateOf(parts))
    parts.background.follow()
  }
  speak(platform, { language: 'system' }) // for what may be wrong with the file of the settings
  const stores = createStores(platform, changed)
  speak(platform, stores.file.current().settings)
  const remote = createRemote()
  const locking = createLocking({ platform, stores, remote, changed })
  const { lock, screenLock, onScreenUnlocked } = locking
  const dialogs = discardWhenLocked(platform.dialogs, lock.isLocked)
  const local = createLocalMode({ ...platform, dialogs, file: stores.file, tokens: stores.tokens, onChange: changed })
  const everything = { platform, stores, remote, locking, local }
  const parts: Parts = { ...everything, background: createBackground(everything, changed) }

  const restored = restore(parts)
  const active = activeProfileIn(stores.file)
  if (active) local.startFor(active)
  void restored.then(screenLock.check)
  const checking = setInterval(() => {
    lock.check()
    void screenLock.check()
  }, checkEveryMs)

  return {
    gate: createGate({ handlers: createHandlers(parts, restored), isLocked: lock.isLocked, onBug: platform.onBug }),
    lock: { lock: lock.lock, check: lock.check, touch: lock.touch, onScreenUnlocked },
    isInTray: parts.background.isInTray,
    colourScheme: () => stores.file.current().settings.colourScheme,
    pendingWork: () => {
      const { task } = local.state()
      if (task && isWorthAsking(task)) return task
      return remote.forwarder.isMutating() ? 'mutation' : null
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(checking)
      parts.background[Symbol.dispose]()
      await local.close()
      await remote.connections[Symbol.asyncDispose]()
    },
  }
}
