import { setTimeout } from 'node:timers/promises'
import { type CrashLimit, createCrashLimit } from '../local/crash-limit.ts'
import type { UnderWay } from './leaving.ts'

/** As much as Electron tells of it. */
export type PageGone = { readonly reason: string }

const causes: Readonly<Record<string, string>> = {
  oom: 'it ran out of memory',
  'memory-eviction': 'the system took its memory',
  killed: 'the system or another program ended it',
  'launch-failed': 'the system did not let it start',
  'integrity-failure': 'its code is not what was installed',
}
const causeOf = (reason: string) => causes[reason] ?? 'it crashed'

const aboutChange =
  'Keys were being checked or rotated. The server brings that to its end, but its answer will not be seen here: whether new keys are stored stands in the history only. Look there before you send anything again.'

const common = { defaultId: 0, cancelId: 0, noLink: true }

const loadedNotice = (reason: string) => ({
  ...common,
  type: 'warning' as const,
  message: `The page of the console was loaded anew, for ${causeOf(reason)}.`,
  detail: aboutChange,
  buttons: ['OK'],
})

const buttons = ['Load it again', 'Quit']

const lostNotice = (reason: string, wasChanging: boolean) => ({
  ...common,
  type: 'error' as const,
  message: `The page of the console is gone, for ${causeOf(reason)}.`,
  detail: [
    'That happened several times within a minute, so it is not loaded again by itself. What was typed in it is gone; what servers and the keychain hold is not.',
    ...(wasChanging ? [aboutChange] : []),
    'Load it again. If that does not help, quit, start the console anew, and report what you did before.',
  ].join('\n\n'),
  buttons,
})

export type PageNotice = ReturnType<typeof loadedNotice | typeof lostNotice>

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
    const { response } = await tell(lostNotice(gone.reason, wasChanging))
    if (buttons[response] === 'Quit') return quit()
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
