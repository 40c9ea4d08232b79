import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { answer } from '../bridge/answer.ts'
import type { Settings } from '../bridge/settings.ts'
import type { ConsoleState } from '../bridge/state.ts'
import { createGate, type Gate, type Handlers } from './gate.ts'
import { apiHandlers } from './handlers/api.ts'
import { fileHandlers } from './handlers/files.ts'
import { lockHandler } from './handlers/lock.ts'
import { profileHandler } from './handlers/profile.ts'
import { signInHandlers } from './handlers/sign-in.ts'
import { createLocalMode } from './local/local-mode.ts'
import { createLock, type Lock } from './lock/lock.ts'
import { watchScreenLock } from './lock/screen-lock.ts'
import { oneAfterAnother } from './mutex.ts'
import { type Surroundings, whileUnlocked } from './platform.ts'
import { createAuthorities } from './profiles/authorities.ts'
import { openConsoleFile } from './profiles/console-file.ts'
import { createApiForwarder, watchChanges } from './remote/api-forwarder.ts'
import { createConnections } from './remote/connections.ts'
import { defaultLimits } from './remote/limits.ts'
import { createWalletListings } from './remote/wallets/wallet-listings.ts'
import { createOperatorTokens } from './tokens/operator-tokens.ts'
import { openVault } from './tokens/vault-with-fallback.ts'
import type { UnderWay } from './window/quit-guard.ts'

export type Console = AsyncDisposable & {
  readonly gate: Gate
  /** What the system and the window tell of whoever sits there. */
  readonly lock: Pick<Lock, 'lock' | 'check' | 'touch'>
  underWay(): UnderWay | null
  colourScheme(): Settings['colourScheme']
}

/** The composition of main: everything behind the bridge. */
export function createConsole(surroundings: Surroundings): Console {
  const { userData, versions, isSandboxed, keychain, clipboard, tell, onBug } = surroundings
  const changed = () => tell('state', state())
  const dialogs = whileUnlocked(surroundings.dialogs, () => lock.isLocked())
  const file = openConsoleFile(join(userData, 'console.json'), changed)
  const vault = openVault(keychain, changed, {
    ids: file.current().unerased,
    note: (unerased) => file.change({ unerased }),
  })
  const tokens = createOperatorTokens(vault, changed)
  const authorities = createAuthorities(file)
  const connections = createConnections(defaultLimits)
  const forwarder = watchChanges(createApiForwarder({ connections }))
  const listings = createWalletListings({ connections })
  const local = createLocalMode({ ...surroundings, dialogs, file, tokens, onChange: changed })

  const activeProfile = () => {
    const { profiles, activeProfileId } = file.current()
    return profiles.find(({ id }) => id === activeProfileId) ?? null
  }

  const lock = createLock({
    vault,
    profiles: () => [activeProfile(), ...file.current().profiles],
    idleMinutes: () => file.current().settings.lockAfterMinutes,
    monotonic: () => performance.now(),
    wall: Date.now,
    osIdleSeconds: surroundings.idleSeconds,
    onChange: ({ isLocked }) => {
      if (isLocked) letGo()
      changed()
    },
  })

  const screenLock = watchScreenLock({
    read: surroundings.readScreenLock,
    onLocked: () => lock.lock('screen'),
    onChange: changed,
  })

  /** Nothing that was read stays in memory. */
  function letGo(): void {
    tokens.letGo()
    listings.clear()
  }

  const state = (): ConsoleState => ({
    activeProfileId: file.current().activeProfileId,
    settings: file.current().settings,
    profiles: file.current().profiles.map((profile) => ({ ...profile, isSignedIn: tokens.isSignedIn(profile.id) })),
    lock: lock.state(),
    keychain: vault.state(),
    fileProblem: file.problem(),
    local: local.state(),
    versions,
    screenLockReport: screenLock.report(),
    isSandboxed,
  })

  async function restore(): Promise<void> {
    await vault.probe()
    await lock.restore()
    for (const { id } of file.current().profiles) await tokens.of(id) // whether there is one
    if (lock.isLocked()) tokens.letGo()
  }

  async function disconnect(profileId: string): Promise<void> {
    listings.clear(profileId)
    await connections.close(profileId)
  }

  async function onSignedOut(): Promise<void> {
    if (lock.state().hasPassphrase && local.hasData()) return
    for (const { id } of file.current().profiles) if (!(await tokens.lacks(id))) return
    await lock.release()
  }

  const inTurn = oneAfterAnother()
  const restored = restore()
  const active = activeProfile()
  if (active) local.startFor(active)
  void restored.then(screenLock.check)
  const checking = setInterval(() => {
    lock.check()
    void screenLock.check()
  }, checkEveryMs)

  const handlers: Handlers = {
    ...fileHandlers({ dialogs, clipboard }),
    ...signInHandlers({
      ...{ file, tokens, local, forwarder, dialogs, clipboard, inTurn, disconnect, onSignedOut },
      letGoOf: listings.clear,
    }),
    ...apiHandlers({ file, tokens, local, authorities, forwarder, listings, tell }),
    profile: profileHandler({
      ...{ file, tokens, dialogs, authorities, inTurn, disconnect, onSignedOut },
      onSelect: local.startFor,
    }),
    lock: lockHandler({ lock, dialogs: surroundings.dialogs, clipboard }),
    local: local.request,
    state: async (request) => {
      await (request?.recheck ? restore() : Promise.race([restored, setTimeout(patienceMs, null, { ref: false })]))
      return answer(state())
    },
    settings: async (settings) => {
      file.change({ settings })
      return answer(null)
    },
  }

  return {
    gate: createGate({ handlers, isLocked: lock.isLocked, onBug }),
    lock,
    colourScheme: () => file.current().settings.colourScheme,
    underWay: () => local.state().task ?? (forwarder.isChanging() ? 'change' : null),
    [Symbol.asyncDispose]: async () => {
      clearInterval(checking)
      await local.close()
      await connections[Symbol.asyncDispose]()
    },
  }
}

/** Milliseconds for which a keychain that is slow to answer is worth waiting for before anything is shown. */
const patienceMs = 1_000

/** Milliseconds from one look at the clocks, and at the lock of the screen, to the next. */
const checkEveryMs = 5_000
