import { randomInt } from 'node:crypto'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Milliseconds after each failed attempt, as the Standard Webhooks specification recommends. */
const schedule = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** What a receiver asked for with `Retry-After`, in seconds; null where it did not. */
type Asked = { readonly waitSeconds: number | null }

/** Milliseconds until the next attempt after so many, not before a receiver asked for it; null after the last. */
export function retryAfter(attempts: number, { waitSeconds }: Asked): number | null {
  const usual = schedule[attempts - 1]
  if (usual === undefined) return null
  const least = Math.max(usual, (waitSeconds ?? 0) * second)
  // Up to a fifth more, so that events spread.
  return least + randomInt(usual / 5)
}

/** The answers of a receiver that wants fewer events for a time (RFC 6585, RFC 9110). */
const overloaded: readonly (number | null)[] = [429, 503]

/** Milliseconds for which nothing at all is sent to a receiver that asked for it: at most an hour. */
export function pauseAfter({ status, waitSeconds }: Asked & { readonly status: number | null }): number {
  return overloaded.includes(status) ? Math.min((waitSeconds ?? 0) * second, hour) : 0
}

const day = 24 * hour

type Failing = {
  readonly outcome: 'failed' | 'gone'
  /** Epoch milliseconds. */
  readonly failingSince: number
  readonly at: number
}

/** Why a webhook that failed is disabled; null while it is not. */
export function reasonToDisable({ outcome, failingSince, at }: Failing): 'gone' | 'failing' | null {
  if (outcome === 'gone') return 'gone'
  return at - failingSince >= day ? 'failing' : null
}
