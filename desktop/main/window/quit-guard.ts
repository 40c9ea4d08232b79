import type { LongTask } from '../../bridge/local.ts'

/** What the console would end, or not learn the end of, if it closed now. */
export type PendingWork = LongTask | 'mutation'

const lost = {
  mutation: {
    message: 'Keys are being checked or rotated.',
    detail:
      'The server brings that to its end, but its answer will not be seen here: whether new keys are stored then stands in the history only.',
  },
  import: {
    message: 'An import is under way.',
    detail: 'Closing ends it. What it has stored stays, and the same import completes it later.',
  },
  'back-up': {
    message: 'A back-up is under way.',
    detail: 'Closing ends it, and nothing of it is kept.',
  },
} as const satisfies Record<PendingWork, { readonly message: string; readonly detail: string }>

const buttons = ['Keep open', 'Close all the same']

/** The question whether to close all the same. */
const quitQuestion = (what: PendingWork) => ({
  ...lost[what],
  type: 'warning' as const,
  buttons,
  defaultId: 0,
  cancelId: 0,
  noLink: true,
})

export type QuitQuestion = ReturnType<typeof quitQuestion>

type Parts = {
  readonly pendingWork: () => PendingWork | null
  /** Shows the question; answers the index of the button that was pressed. */
  readonly ask: (question: QuitQuestion) => Promise<{ readonly response: number }>
  /** The console stays open without a window, as on a Mac: then closing that ends no task of main. */
  readonly outlivesWindow: boolean
}

type Ending = { preventDefault(): void }

/** Each stops what is about to happen while something is under way; `goOn` is called once that is wanted all the same. */
export type QuitGuard = {
  onClose(event: Ending, goOn: () => void): Promise<void>
  onQuit(event: Ending, goOn: () => void): Promise<void>
}

/** Asks, once, before the console or its window goes while something is under way. */
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
    return buttons[response] === 'Close all the same'
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

  return { onQuit, onClose: outlivesWindow ? onCloseOnly : onQuit }
}
