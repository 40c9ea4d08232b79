import { setTimeout } from 'node:timers/promises'
import { type CrashLimit, createCrashLimit } from '../local/crash-limit.ts'
import type { PendingWork } from './quit-guard.ts'

/** Why a page was ended that did not respond; not one of Electron's reasons. */
export const unresponsive = 'unresponsive'

const causes: Readonly<Record<string, string>> = {
  [unresponsive]: 'it did not respond',
  oom: 'it ran out of memory',
  'memory-eviction': 'the system took its memory',
  killed: 'the system or another program ended it',
  'launch-failed': 'the system did not let it start',
  'integrity-failure': 'its code is not what was installed',
}
const causeOf = (reason: string) => causes[reason] ?? 'it crashed'

const aboutChange =
  'Keys were being checked or rotated. The server brings that to its end, but its answer will not be seen here: whether new keys are stored stands in the history only. Look there before you send anything again.'

const aboutHang =
  'What was typed in it is gone. If it happens again with the same custodian or server, do not open it, and report it.'

const common = { defaultId: 0, cancelId: 0, noLink: true }

type Loaded = { readonly reason: string; readonly wasMutating: boolean }

/** Of a page that is there again, when keys were under way or when it was ended for not responding. */
export const loadedNotice = ({ reason, wasMutating }: Loaded) => ({
  ...common,
  type: 'warning' as const,
  message: `The page of the console was reloaded: ${causeOf(reason)}.`,
  detail: [...(wasMutating ? [aboutChange] : []), ...(reason === unresponsive ? [aboutHang] : [])].join('\n\n'),
  buttons: ['OK'],
})

/** Of a page that is not loaded again by itself. */
export const lostNotice = ({ reason, wasMutating }: Loaded) => ({
  ...common,
  type: 'error' as const,
  message: `The page of the console is gone: ${causeOf(reason)}.`,
  detail: [
    'That happened several times in a short time, so it is not loaded again by itself. What was typed in it is gone; what servers and the keychain hold is not.',
    ...(wasMutating ? [aboutChange] : []),
    'Load it again. If that does not help, quit, start the console again, and report what you did before.',
  ].join('\n\n'),
  buttons: ['Load it again', 'Quit'],
})

export type PageNotice = ReturnType<typeof loadedNotice | typeof lostNotice>

/** The answer to a lost page that ends the console. */
export const isQuit = (notice: PageNotice, response: number): boolean => notice.buttons[response] === 'Quit'

/** As much as Electron tells of it. */
export type PageGone = { readonly reason: string }

type Parts = {
  readonly isOpen: () => boolean
  /** Loads the page from its beginning. */
  readonly load: () => Promise<void>
  /** Ends the page's process, whatever it does; `onGone` is called then. */
  readonly end: () => void
  readonly pendingWork: () => PendingWork | null
  /** Shows it; answers the index of the button that was pressed. */
  readonly show: (notice: PageNotice) => Promise<{ readonly response: number }>
  readonly quit: () => void
  readonly limits?: { readonly crashes: CrashLimit; readonly hangs: CrashLimit }
  /** Milliseconds that a page may not respond, from when Electron says so, which is up to half a minute later. */
  readonly patience?: number
}

/** Each hang takes most of a minute until it is known, so three of them are counted over a longer time. */
const hangsWithinMs = 10 * 60_000

const defaultRemoteLimits = () => ({ crashes: createCrashLimit(), hangs: createCrashLimit(undefined, hangsWithinMs) })

/**
 * Reloads the page after its process is gone, each time a little later, and asks first when that did not help. A page
 * that does not respond is ended, and then it is gone like any other.
 */
export function createPageRecovery({ isOpen, load, end, pendingWork, show, quit, ...parts }: Parts) {
  const { limits = defaultRemoteLimits(), patience = 10_000 } = parts
  let waiting: AbortController | null = null
  let isHung = false

  async function reload({ reason }: PageGone, wasMutating: boolean): Promise<void> {
    if (!isOpen()) return
    await load().catch(() => {}) // it went again, which is told by itself
    if ((wasMutating || reason === unresponsive) && isOpen()) await show(loadedNotice({ reason, wasMutating }))
  }

  async function giveUp({ reason }: PageGone, wasMutating: boolean): Promise<void> {
    const notice = lostNotice({ reason, wasMutating })
    const { response } = await show(notice)
    if (isQuit(notice, response)) return quit()
    limits.crashes.forget()
    limits.hangs.forget()
    if (isOpen()) await load().catch(() => {})
  }

  function onResponsive(): void {
    waiting?.abort()
    waiting = null
  }

  return {
    async onGone({ reason }: PageGone): Promise<void> {
      onResponsive()
      const gone = { reason: isHung ? unresponsive : reason }
      const limit = isHung ? limits.hangs : limits.crashes
      isHung = false
      if (gone.reason === 'clean-exit' || !isOpen()) return
      const wasMutating = pendingWork() === 'mutation'
      const pause = limit.nextPause()
      if (pause === null) return giveUp(gone, wasMutating)
      await setTimeout(pause) // never within the event: Chromium is still taking the old process down
      await reload(gone, wasMutating)
    },
    /** A page may be busy for a while; one that stays so is ended. */
    async onUnresponsive(): Promise<void> {
      if (waiting) return
      waiting = new AbortController()
      const { signal } = waiting
      await setTimeout(patience, undefined, { signal }).catch(() => {})
      if (signal.aborted || !isOpen()) return
      isHung = true
      end()
    },
    onResponsive,
  }
}
