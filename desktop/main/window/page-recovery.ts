import { setTimeout } from 'node:timers/promises'
import { type CrashLimit, createCrashLimit } from '../local/crash-limit.ts'
import type { UnderWay } from './leaving.ts'
import { isQuit, loadedNotice, lostNotice, type PageNotice } from './page-notices.ts'

/** As much as Electron tells of it. */
export type PageGone = { readonly reason: string }

type Parts = {
  readonly isOpen: () => boolean
  /** Loads the page from its beginning. */
  readonly load: () => Promise<void>
  readonly underWay: () => UnderWay | null
  /** Shows it; answers the index of the button that was pressed. */
  readonly tell: (notice: PageNotice) => Promise<{ readonly response: number }>
  readonly quit: () => void
  readonly limit?: CrashLimit
}

/** Loads the page anew after its process is gone, each time a little later, and asks first when that did not help. */
export function createPageRecovery({ isOpen, load, underWay, tell, quit, limit = createCrashLimit() }: Parts) {
  async function loadAnew({ reason }: PageGone, wasChanging: boolean): Promise<void> {
    if (!isOpen()) return
    await load().catch(() => {}) // it went again, which is told by itself
    if (wasChanging && isOpen()) await tell(loadedNotice(reason))
  }

  async function giveUp(gone: PageGone, wasChanging: boolean): Promise<void> {
    const notice = lostNotice(gone.reason, wasChanging)
    const { response } = await tell(notice)
    if (isQuit(notice, response)) return quit()
    limit.forget()
    await loadAnew(gone, false)
  }

  return {
    async onGone(gone: PageGone): Promise<void> {
      if (gone.reason === 'clean-exit' || !isOpen()) return
      const wasChanging = underWay() === 'change'
      const pause = limit.nextPause()
      if (pause === null) return giveUp(gone, wasChanging)
      await setTimeout(pause) // never within the event: Chromium is still taking the old process down
      await loadAnew(gone, wasChanging)
    },
  }
}
