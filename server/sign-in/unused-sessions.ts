import { setTimeout as pause } from 'node:timers/promises'
import type { Parts } from '../context/parts.ts'

/**
 * Milliseconds within which a session is used for the first time. Clients use it at once; a use is stored within a minute,
 * by whichever server it was presented to.
 */
const firstUseWithin = 10 * 60_000
const betweenRounds = 60_000
/** Sessions of one commit. */
const batchSize = 200

/** In the audit. */
const unusedReason = 'never-used'

type Uses = Pick<Parts, 'store' | 'clock' | 'log'>

/** Ends sessions that no one uses, now and from then on: where the answer to a redemption was lost, no one has its token. */
export function keepEndingUnusedSessions(uses: Uses): AsyncDisposable {
  const stop = new AbortController()
  const work = endInRounds(uses, stop.signal)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await work
    },
  }
}

async function endInRounds(uses: Uses, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await endUnused(uses, signal)
    await pause(betweenRounds, undefined, { signal, ref: false }).catch(() => {})
  }
}

async function endUnused({ store, clock, log }: Uses, signal: AbortSignal): Promise<void> {
  let ended = 0
  try {
    for (let last = batchSize; last === batchSize && !signal.aborted; ended += last) {
      const at = clock.now()
      const unused = await store.listUnusedSessions({ begunBefore: at - firstUseWithin, at, limit: batchSize })
      last = unused.length
      if (last === 0) break
      const tokens = unused.map((tokenId) => ({ tokenId, reason: unusedReason }))
      await store.revokeTokens({ tokens, actor: 'strongroom serve', at })
    }
  } catch (error) {
    log.error({ err: error }, 'sessions that were never used could not be ended; retrying')
  }
  if (ended > 0) log.info({ ended }, 'sessions that were never used were ended')
}
