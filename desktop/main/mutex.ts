import { setTimeout } from 'node:timers/promises'

export type Mutex = <Output>(work: () => Promise<Output>) => Promise<Output>

/** Runs each work once those before it have settled. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}

export const timedOut = Symbol('timed out')

export type TimedMutex = <Output>(work: () => Promise<Output>) => Promise<Output | typeof timedOut>

/**
 * A mutex that waits for no work longer than the limit (milliseconds). While work that ran over the limit is still
 * pending, later work is not started and times out at once: each would only hold another thread.
 */
export function createTimedMutex(limitMs: number): TimedMutex {
  const runExclusive = createMutex()
  let isStuck = false

  function holdUntilSettled(pending: Promise<unknown>): void {
    isStuck = true
    const release = () => {
      isStuck = false
    }
    pending.then(release, release)
  }

  async function within<Output>(work: () => Promise<Output>): Promise<Output | typeof timedOut> {
    if (isStuck) return timedOut
    const timer = new AbortController()
    const limit = setTimeout(limitMs, timedOut, { signal: timer.signal })
    limit.catch(() => undefined)
    const pending = work()
    const first = await Promise.race([pending, limit]).finally(() => timer.abort())
    if (first === timedOut) holdUntilSettled(pending)
    return first
  }

  return (work) => runExclusive(() => within(work))
}
