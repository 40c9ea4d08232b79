import type { Settings } from '../bridge/settings.ts'
import { type Background, watchInBackground } from './attention/background.ts'
import type { AttentionReads } from './attention/read-attention.ts'
import { createHandlers } from './bridge-methods.ts'
import type { Platform } from './console-platform.ts'
import { type ConsoleParts, consoleStateOf } from './console-state.ts'
import { createGate, type Gate } from './gate.ts'
import { authenticatedTarget } from './handlers/api.ts'
import { speak } from './language.ts'
import { createLocalMode } from './local/local-mode.ts'
import type { Lock } from './lock/lock.ts'
import { createLocking, restore } from './locking.ts'
import { discardWhenLocked } from './platform.ts'
import type { AuthenticatedTarget } from './remote/api-forwarder.ts'
import { activeProfileIn, createRemote, createStores } from './stores.ts'
import { isWorthAsking, type PendingWork } from './window/quit-guard.ts'

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

/** Milliseconds between two checks of the clocks and of the screen lock. */
const checkEveryMs = 5_000

/** Asks the server in use, with its token, which a locked console forgets again. */
function attentionReadsOf({ stores, remote, locking, local }: Omit<ConsoleParts, 'background'>): AttentionReads {
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

function createBackground(parts: Omit<ConsoleParts, 'background'>, onChange: () => void): Background {
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

/** Composes main: everything behind the bridge. */
export function createConsole(platform: Platform): Console {
  const changed = () => {
    platform.sendEvent('state', consoleStateOf(parts))
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
  const parts: ConsoleParts = { ...everything, background: createBackground(everything, changed) }

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
