import { setTimeout as pause } from 'node:timers/promises'
import type { Parts } from '../context/parts.ts'

/** Milliseconds that a rotation is kept at least, since people look up the outcome of a lost answer. */
export const shortestRotationAge = 30 * 24 * 60 * 60_000

/** Milliseconds between two rounds, and between two commits of one, in which rotations and checks go on. */
const betweenRounds = 60 * 60_000
const betweenBatches = 100
/** Rows of one commit, which takes a few milliseconds. */
const batchSize = 200

type Pruned = Pick<Parts, 'store' | 'clock' | 'log'>

/** Removes rotations that ended longer ago than `keptFor` milliseconds: those of now, and from then on as they fall due. */
export function keepPruningRotations(parts: Pruned, keptFor: number): AsyncDisposable {
  const stop = new AbortController()
  const work = pruneInRounds(parts, keptFor, stop.signal)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await work
    },
  }
}

async function pruneInRounds(parts: Pruned, keptFor: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pruneDue(parts, keptFor, signal)
    await pause(betweenRounds, undefined, { signal, ref: false }).catch(() => {})
  }
}

async function pruneDue({ store, clock, log }: Pruned, keptFor: number, signal: AbortSignal): Promise<void> {
  let removed = 0
  try {
    for (let last = batchSize; last === batchSize && !signal.aborted; removed += last) {
      const at = clock.now()
      const by = { actor: 'strongroom serve', at }
      last = await store.pruneRotations({ ...by, endedBefore: at - keptFor, limit: batchSize })
      if (last === batchSize) await pause(betweenBatches, undefined, { signal, ref: false }).catch(() => {})
    }
  } catch (error) {
    log.error({ err: error }, 'old rotations could not be removed; retrying')
  }
  if (removed > 0) log.info({ removed }, 'rotations that are kept no longer were removed')
}
