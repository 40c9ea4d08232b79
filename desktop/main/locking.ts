import type { SystemUnlock } from '../bridge/state.ts'
import type { Platform } from './console-platform.ts'
import type { LocalMode } from './local/local-mode.ts'
import { createLock } from './lock/lock.ts'
import { watchScreenLock } from './lock/screen-lock.ts'
import { activeProfileIn, type Remote, type Stores } from './stores.ts'

type LockingParts = {
  readonly platform: Platform
  readonly stores: Stores
  readonly remote: Remote
  readonly changed: () => void
}

/** The lock and what triggers it. Nothing that was read stays in memory while the console is locked. */
export function createLocking({ platform, stores, remote, changed }: LockingParts) {
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
        stores.secret.forget()
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

export type ConsoleLocking = ReturnType<typeof createLocking>

/** What of the system can unlock the console. */
export function systemUnlockOf({ touchId }: Platform, { screenLock }: ConsoleLocking): SystemUnlock {
  if (touchId?.isAvailable()) return 'touchId'
  return screenLock.report() === 'none' ? 'none' : 'screen'
}

type Guarded = { readonly stores: Stores; readonly locking: ConsoleLocking }

/** Loads what the keychain holds: the lock's record, and which profiles are signed in. */
export async function restore({ stores, locking }: Guarded): Promise<void> {
  const { file, vault, tokens } = stores
  await vault.probe()
  await locking.lock.restore()
  for (const { id } of file.current().profiles) await tokens.of(id)
  if (locking.lock.isLocked()) tokens.forget()
}

/** Once no token and no data are left to guard, the lock is released. */
export async function releaseUnguarded({
  stores,
  locking,
  local,
}: Guarded & { readonly local: LocalMode }): Promise<void> {
  const { file, tokens } = stores
  if (locking.lock.state().hasPassphrase && local.hasData()) return
  for (const { id } of file.current().profiles) if (!(await tokens.lacks(id))) return
  await locking.lock.release()
}
