import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ScreenLockReport } from '../../bridge/state.ts'

/** `blanked`: a screen saver runs, which may end without asking for a password. */
export type ScreenState = 'locked' | 'blanked' | 'unlocked'

/** Null while the system cannot be asked. */
export type ReadScreenLock = () => Promise<ScreenState | null>

const lockedHint = [
  '--system',
  'get-property',
  'org.freedesktop.login1',
  '/org/freedesktop/login1/session/auto',
  'org.freedesktop.login1.Session',
  'LockedHint',
]

/** Milliseconds after which a system bus that does not respond counts as absent. */
const timeout = 2_000

/** Reads the LockedHint of this user's session from systemd-logind. GNOME and KDE Plasma set it, other desktops may not. */
export async function readLockedHint(): Promise<ScreenState | null> {
  const output = await promisify(execFile)('busctl', lockedHint, { timeout }).catch(() => null)
  if (output?.stdout === 'b true\n') return 'locked'
  return output?.stdout === 'b false\n' ? 'unlocked' : null
}

type Parts = {
  /** Null where the system sends an event instead. */
  readonly read: ReadScreenLock | null
  readonly onLocked: () => void
  /** The screen was locked, and asked for the person's password or the like to be unlocked. */
  readonly onUnlocked: () => void
  /** Called when the report changes. */
  readonly onChange: () => void
}

export type ScreenLockWatch = {
  /** To be called every few seconds. */
  check(): Promise<void>
  report(): ScreenLockReport
}

const isHidden = (state: ScreenState | null): boolean => state === 'locked' || state === 'blanked'

/**
 * Calls `onLocked` once each time the screen becomes locked or blank: a hint that stays set does not keep the console
 * locked. Calls `onUnlocked` only where it saw the screen locked before; what the system could not say is no unlocking.
 */
export function watchScreenLock({ read, onLocked, onUnlocked, onChange }: Parts): ScreenLockWatch {
  let state: ScreenState | null = null
  let report: ScreenLockReport = read ? 'none' : 'system'

  return {
    report: () => report,
    async check() {
      if (!read) return
      const earlier = state
      const earlierReport = report
      state = await read()
      report = state === null ? 'none' : 'desktop'
      if (isHidden(state) && !isHidden(earlier)) onLocked()
      if (earlier === 'locked' && state === 'unlocked') onUnlocked()
      if (report !== earlierReport) onChange()
    },
  }
}
