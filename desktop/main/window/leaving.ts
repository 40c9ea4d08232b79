import type { LongTask } from '../../bridge/local.ts'

/** What the console would end, or not learn the end of, if it closed now. */
export type UnderWay = LongTask | 'change'

const lost = {
  change: {
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
} as const satisfies Record<UnderWay, { readonly message: string; readonly detail: string }>

const buttons = ['Keep open', 'Close all the same']

/** The question whether to close all the same. */
export const leaveQuestion = (what: UnderWay) => ({
  ...lost[what],
  type: 'warning' as const,
  buttons,
  defaultId: 0,
  cancelId: 0,
  noLink: true,
})

export const isLeaving = ({ response }: { readonly response: number }): boolean => response === 1
