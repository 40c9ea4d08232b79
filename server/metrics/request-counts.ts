import type { FailureCode } from '../../shared/failure.ts'
import type { RequestMeter } from '../http/listener/request-meter.ts'

/** Upper bounds of the buckets, in seconds; a last bucket has what took longer. */
export const latencyBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** The requests of one operation since the start. */
export type OperationCounts = {
  /** By status; 0 where the caller left. */
  readonly statuses: Map<number, number>
  /** How many requests ended in each bucket, not cumulative. */
  readonly buckets: number[]
  seconds: number
}

export type RequestCounts = RequestMeter & {
  readonly operations: ReadonlyMap<string, OperationCounts>
  readonly failures: ReadonlyMap<FailureCode, number>
}

const add = <Key>(counts: Map<Key, number>, key: Key) => void counts.set(key, (counts.get(key) ?? 0) + 1)

const bucketOf = (seconds: number): number => {
  let at = 0
  while (seconds > (latencyBounds[at] ?? Number.POSITIVE_INFINITY)) at += 1
  return at
}

/** Counts in plain numbers; they are put into the form of metrics only when they are read. */
export function createRequestCounts(): RequestCounts {
  const operations = new Map<string, OperationCounts>()
  const failures = new Map<FailureCode, number>()

  function countsOf(operation: string): OperationCounts {
    const known = operations.get(operation)
    if (known) return known
    const counts = { statuses: new Map(), buckets: new Array(latencyBounds.length + 1).fill(0), seconds: 0 }
    operations.set(operation, counts)
    return counts
  }

  return {
    operations,
    failures,
    count: ({ operation, status, seconds }) => {
      const counts = countsOf(operation)
      const bucket = bucketOf(seconds)
      counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1
      counts.seconds += seconds
      add(counts.statuses, status)
    },
    countFailure: (code) => add(failures, code),
  }
}
