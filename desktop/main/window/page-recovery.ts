import { setTimeout } from 'node:timers/promises'
import { type CrashLimit, createCrashLimit } from '../local/crash-limit.ts'
import { isQuit, loadedNotice, lostNotice, type PageNotice, unresponsive } from './page-notices.ts'
import type { UnderWay } from './quit-guard.ts'

/** As much as Electron tells of it. */
export type PageGone = { readonly reason: string }

type Parts = {
  readonly isOpen: () => boolean
  /** Loads the page from its beginning. */
  readonly load: () => Promise<void>
  /** Ends the page's process, whatever it does; `onGone` is called then. */
  readonly end: () => void
  readonly underWay: () => UnderWay | null
  /** Shows it; answers the index of the button that was pressed. */
  readonly tell: (notice: PageNotice) => Promise<{ readonly response: number }>
  readonly quit: () => void
  readonly limits?: { readonly crashes: CrashLimit; readonly hangs: CrashLimit }
  /** Milliseconds that a page may not respond, from when Electron says so, which is up to half a minute later. */
  readonly patience?: number
}

/** Each hang takes most of a minute until it is known, so three of them are counted over a longer time. */
const hangsWithinMs = 10 * 60_000

const defaultLimits = () => ({ crashes: createCrashLimit(), hangs: createCrashLimit(undefined, hangsWithinMs) })

/**
 * Reloads the page after its process is gone, each time a little later, and asks first when that did not help. A page
 * that does not respond is ended, and then it is gone like any other.
 */
export function createPageRecovery({ isOpen, load, end, underWay, tell, quit, ...parts }: Parts) {
  const { limits = defaultLimits(), patience = 10_000 } = parts
  let waiting: AbortController | null = null
  let isHung = false

  async function reload({ reason }: PageGone, wasChanging: boolean): Promise<void> {
    if (!isOpen()) return
    await load().catch(() => {}) // it went again, which is told by itself
    if ((wasChanging || reason === unresponsive) && isOpen()) await tell(loadedNotice({ reason, wasChanging }))
  }

  async function giveUp({ reason }: PageGone, wasChanging: boolean): Promise<void> {
    const notice = lostNotice({ reason, wasChanging })
    const { response } = await tell(notice)
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
      const wasChanging = underWay() === 'change'
      const pause = limit.nextPause()
      if (pause === null) return giveUp(gone, wasChanging)
      await setTimeout(pause) // never within the event: Chromium is still taking the old process down
      await reload(gone, wasChanging)
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
