import type { Logger } from 'pino'
import { type Clock, createClock } from '../platform/clock.ts'
import type { Store } from '../store/store.ts'
import type { Parts } from './parts.ts'

/** The clock of the store, which other servers may share. */
export const createServerClock = (store: Pick<Store, 'clockOffset'>, log: Logger): Clock =>
  createClock({
    wall: () => Date.now() + store.clockOffset(),
    onStep: (difference) => logClockStep(log, difference),
  })

function logClockStep(log: Logger, difference: number): void {
  if (difference === 0) log.warn('the system clock agrees with the elapsed time again')
  else
    log.error(
      { differenceSeconds: Math.round(difference / 1_000) },
      'the system clock was set while the server runs; the server keeps its own time. Check the clock, then restart',
    )
}

/** A clock behind the last commit makes expired tokens valid again: an operator must know. */
export async function compareWithLastCommit({
  store,
  clock,
  log,
}: Pick<Parts, 'store' | 'clock' | 'log'>): Promise<void> {
  const [last] = (await store.listAudit({ limit: 1 }, null)).records
  const behind = last ? Date.parse(last.at) - clock.now() : 0
  if (behind > tolerableLag)
    log.error(
      { lastCommit: last?.at, behindSeconds: Math.round(behind / 1_000) },
      'the system clock is behind the last audit record, so expired tokens may be valid. Check the clock, then restart',
    )
}

/** Milliseconds; another process on the same clock may have written a moment ago. */
const tolerableLag = 60_000
