import { setTimeout } from 'node:timers/promises'

export type InTurn = <Output>(work: () => Promise<Output>) => Promise<Output>

/** Does each work once those before it have ended, well or not. */
export function oneAfterAnother(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}

export const noAnswer = Symbol('no answer')

/**
 * Runs calls one after the other and waits for none of them longer than the limit (milliseconds). While a call that ran
 * over the limit is still open, the next ones get no answer at once: each would only hold another thread.
 */
export function oneAtATime(limitMs: number) {
  const inTurn = oneAfterAnother()
  let isStuck = false

  async function within<Value>(call: () => Promise<Value>): Promise<Value | typeof noAnswer> {
    if (isStuck) return noAnswer
    const timer = new AbortController()
    const limit = setTimeout(limitMs, noAnswer, { signal: timer.signal })
    limit.catch(() => undefined)
    const pending = call()
    const first = await Promise.race([pending, limit]).finally(() => timer.abort())
    if (first === noAnswer) release(pending)
    return first
  }

  function release(pending: Promise<unknown>): void {
    isStuck = true
    const free = () => {
      isStuck = false
    }
    pending.then(free, free)
  }

  return <Value>(call: () => Promise<Value>): Promise<Value | typeof noAnswer> => inTurn(() => within(call))
}
