import type { LongTask } from '../../bridge/local.ts'
import { t } from '../../words/words.ts'

/** Tasks that lose nothing when they are ended. */
type HarmlessTask = 'verify-audit' | 'inspect-backup' | 'check-update' | 'prepare-update'

/** What the console would end, or not learn the end of, if it closed now. */
export type PendingWork = Exclude<LongTask, HarmlessTask> | 'mutation'

const harmless: readonly LongTask[] = [
  'verify-audit',
  'inspect-backup',
  'check-update',
  'prepare-update',
] satisfies HarmlessTask[]

/** Whether the operator is asked before a task is ended. */
export const isWorthAsking = (task: LongTask): task is Exclude<LongTask, HarmlessTask> => !harmless.includes(task)

/** The index of the button that closes. */
const closeAnyway = 1

/** The question whether to close anyway. */
const quitQuestion = (what: PendingWork) => ({
  message: t(`system:quit.${what}.message`),
  detail: t(`system:quit.${what}.detail`),
  type: 'warning' as const,
  buttons: [t('cancel'), t('system:quit.closeAnyway')],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
})

export type QuitQuestion = ReturnType<typeof quitQuestion>

type Parts = {
  readonly pendingWork: () => PendingWork | null
  /** Shows the question; answers the index of the button that was pressed. */
  readonly ask: (question: QuitQuestion) => Promise<{ readonly response: number }>
  /** The console stays open without a window, as on a Mac or in the tray: then closing that ends no task of main. */
  readonly outlivesWindow: () => boolean
}

type Ending = { preventDefault(): void }

/** Each stops an end while work is in flight; `goOn` is called if the operator confirms it. */
export type QuitGuard = {
  onClose(event: Ending, goOn: () => void): Promise<void>
  onQuit(event: Ending, goOn: () => void): Promise<void>
}

/** Asks, once, before the console or its window closes while work is in flight. */
export function createQuitGuard({ pendingWork, ask, outlivesWindow }: Parts): QuitGuard {
  let isEnding = false
  let isAsking = false

  /** Whether it may go; until that is answered it may not. */
  async function mayGo(what: PendingWork, event: Ending): Promise<boolean> {
    event.preventDefault()
    if (isAsking) return false
    isAsking = true
    const { response } = await ask(quitQuestion(what)).finally(() => {
      isAsking = false
    })
    return response === closeAnyway
  }

  async function onQuit(event: Ending, goOn: () => void): Promise<void> {
    const what = isEnding ? null : pendingWork()
    if (!what || !(await mayGo(what, event))) return
    isEnding = true
    goOn()
  }

  async function onCloseOnly(event: Ending, goOn: () => void): Promise<void> {
    const isMutation = !isEnding && pendingWork() === 'mutation'
    if (isMutation && (await mayGo('mutation', event))) goOn()
  }

  return { onQuit, onClose: (event, goOn) => (outlivesWindow() ? onCloseOnly(event, goOn) : onQuit(event, goOn)) }
}
