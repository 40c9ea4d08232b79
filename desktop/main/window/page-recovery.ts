import { setTimeout } from 'node:timers/promises'
import { t } from '../../words/words.ts'
import { type CrashLimit, createCrashLimit } from '../local/crash-limit.ts'
import type { PendingWork } from './quit-guard.ts'

/** Why a page was ended that did not respond; not one of Electron's reasons. */
export const unresponsive = 'unresponsive'

const causes = ['oom', 'memory-eviction', 'killed', 'launch-failed', 'integrity-failure', unresponsive] as const

function causeOf(reason: string): string {
  const cause = causes.find((each) => each === reason) ?? 'crashed'
  return t(`system:page.cause.${cause}`)
}

const common = { defaultId: 0, cancelId: 0, noLink: true }

type Loaded = { readonly reason: string; readonly wasMutating: boolean }

const paragraphs = (...texts: readonly (string | false)[]) => texts.filter((text) => text !== false).join('\n\n')

/** Shown after a reload if keys were being checked or rotated, or if the page did not respond. */
export const loadedNotice = ({ reason, wasMutating }: Loaded) => ({
  ...common,
  type: 'warning' as const,
  message: t('system:page.reloaded', { cause: causeOf(reason) }),
  detail: paragraphs(wasMutating && t('system:page.rotating'), reason === unresponsive && t('system:page.hung')),
  buttons: [t('system:page.ok')],
})

/** The index of the button that ends the console. */
const quitButton = 1

/** Shown for a page that is not reloaded automatically. */
export const lostNotice = ({ reason, wasMutating }: Loaded) => ({
  ...common,
  type: 'error' as const,
  message: t('system:page.lost', { cause: causeOf(reason) }),
  detail: paragraphs(t('system:page.repeated'), wasMutating && t('system:page.rotating'), t('system:page.next')),
  buttons: [t('system:page.reload'), t('system:page.quit')],
})

export type PageNotice = ReturnType<typeof loadedNotice | typeof lostNotice>

/** As much as Electron tells of it. */
export type PageGone = { readonly reason: string }

type Parts = {
  readonly isOpen: () => boolean
  /** Loads the page from its beginning. */
  readonly load: () => Promise<void>
  /** Kills the page's process; `onGone` is called then. */
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
    await load().catch(() => {}) // it ended again, which raises its own event
    if ((wasMutating || reason === unresponsive) && isOpen()) await show(loadedNotice({ reason, wasMutating }))
  }

  async function giveUp({ reason }: PageGone, wasMutating: boolean): Promise<void> {
    const { response } = await show(lostNotice({ reason, wasMutating }))
    if (response === quitButton) return quit()
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
