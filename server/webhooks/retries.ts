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

/** Milliseconds until the next attempt after so many; null after the last. Up to a fifth more, so that events spread. */
export function retryAfter(attempts: number): number | null {
  const usual = schedule[attempts - 1]
  return usual === undefined ? null : usual + randomInt(usual / 5)
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
