import { setTimeout as pause } from 'node:timers/promises'
import type { By } from '../store/by.ts'
import type { Parts } from './parts.ts'

/** Milliseconds between two rounds, and between two commits of one, in which rotations and checks go on. */
const betweenRounds = 60 * 60_000
const betweenBatches = 100
/** Rows of one commit, which takes a few milliseconds. */
const batchSize = 200

export type PrunedBatch = By & { readonly before: number; readonly limit: number }

export type Pruned = {
  /** What they are, for the log. */
  readonly what: 'rotations' | 'events' | 'sessions'
  readonly keptFor: number
  /** Removes at most so many from before a moment; answers how many. */
  readonly prune: (batch: PrunedBatch) => Promise<number>
}

type Uses = Pick<Parts, 'clock' | 'log'>

/** Removes what is older than `keptFor` milliseconds: now, and from then on as it falls due. */
export function keepPruning(uses: Uses, all: readonly Pruned[]): AsyncDisposable {
  const stop = new AbortController()
  const work = pruneInRounds(uses, all, stop.signal)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await work
    },
  }
}

async function pruneInRounds(uses: Uses, all: readonly Pruned[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const pruned of all) await pruneDue(uses, pruned, signal)
    await pause(betweenRounds, undefined, { signal, ref: false }).catch(() => {})
  }
}

async function pruneDue({ clock, log }: Uses, { what, keptFor, prune }: Pruned, signal: AbortSignal): Promise<void> {
  let removed = 0
  try {
    for (let last = batchSize; last === batchSize && !signal.aborted; removed += last) {
      const at = clock.now()
      last = await prune({ actor: 'strongroom serve', at, before: at - keptFor, limit: batchSize })
      if (last === batchSize) await pause(betweenBatches, undefined, { signal, ref: false }).catch(() => {})
    }
  } catch (error) {
    log.error({ err: error }, `old ${what} could not be removed; retrying`)
  }
  if (removed > 0) log.info({ removed }, `${what} that are kept no longer were removed`)
}
