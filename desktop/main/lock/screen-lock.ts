import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ScreenLockReport } from '../../bridge/state.ts'

/** Whether the screen is locked; null while the system cannot be asked. */
export type ReadScreenLock = () => Promise<boolean | null>

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
export async function readLockedHint(): Promise<boolean | null> {
  const output = await promisify(execFile)('busctl', lockedHint, { timeout }).catch(() => null)
  if (output?.stdout === 'b true\n') return true
  return output?.stdout === 'b false\n' ? false : null
}

type Parts = {
  /** Null where the system sends an event instead. */
  readonly read: ReadScreenLock | null
  readonly onLocked: () => void
  /** Called when the report changes. */
  readonly onChange: () => void
}

export type ScreenLockWatch = {
  /** To be called every few seconds. */
  check(): Promise<void>
  report(): ScreenLockReport
}

/** Calls `onLocked` once each time the screen becomes locked: a hint that stays set does not keep the console locked. */
export function watchScreenLock({ read, onLocked, onChange }: Parts): ScreenLockWatch {
  let isLocked = false
  let report: ScreenLockReport = read ? 'none' : 'system'

  return {
    report: () => report,
    async check() {
      if (!read) return
      const reading = await read()
      const wasLocked = isLocked
      const earlierReport = report
      isLocked = reading ?? false
      report = reading === null ? 'none' : 'desktop'
      if (isLocked && !wasLocked) onLocked()
      if (report !== earlierReport) onChange()
    },
  }
}
