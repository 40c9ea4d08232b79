import { fail } from '../../shared/failure.ts'
import { ok, type Result } from '../../shared/result.ts'

const minute = 60_000
const hour = 60 * minute

type Budget = {
  readonly most: number
  readonly within: number
  /** Whether open attempts count as refused until their end is known. */
  readonly countsOpen: boolean
}

/** Below Copper's lock-out of 30 failures an hour, since others may use the key too. */
const keyBudgets: readonly Budget[] = [
  { most: 3, within: 10 * minute, countsOpen: true },
  { most: 10, within: hour, countsOpen: true },
]

/**
 * Far more than a person mistypes; without it, every refused key could be followed by another one. A script may rotate
 * dozens of custodians at once, so only the larger budget counts what is open.
 */
const tokenBudgets: readonly Budget[] = [
  { most: 30, within: 10 * minute, countsOpen: false },
  { most: 100, within: hour, countsOpen: true },
]

/** No budget looks further back. */
export const attemptsKeptFor = hour

/** Seconds after which an open attempt has ended: the deadline of a probe. */
const longestAttempt = 10

/** An attempt that is open, or was refused at this moment (epoch milliseconds). */
export type PastAttempt = { readonly refusedAt: number | null }

/** What the budgets of a key and of the token that offers it look at. */
export type PastAttempts = {
  /** Attempts with this key at this custodian, without those that a local rule refused: the provider was not asked. */
  readonly withKey: readonly PastAttempt[]
  readonly ofToken: readonly PastAttempt[]
}

/**
 * Whether a key may be tried: the provider did not refuse it too often, and the token did not have too many keys refused.
 * Open attempts count too, so that many at once do not get past the budgets.
 */
export function mayAttempt({ withKey, ofToken }: PastAttempts, at: number): Result<null> {
  const waitOfKey = secondsToWait(withKey, keyBudgets, at)
  if (waitOfKey > 0) return exhausted('key', waitOfKey)
  const waitOfToken = secondsToWait(ofToken, tokenBudgets, at)
  return waitOfToken > 0 ? exhausted('token', waitOfToken) : ok(null)
}

const messages = {
  key: 'Credentials not checked: the provider rejected this API key too often, or too many checks of it are running. The provider was not contacted, so that it does not lock the key. Nothing was changed, and keys that were active still are.',
  token:
    'Credentials not checked: too many credentials sent with this operator token were refused (30 in 10 minutes or 100 in an hour), or 100 checks are running. Nothing was changed, and keys that were active still are. Wait for the time in Retry-After.',
}

const exhausted = (budget: keyof typeof messages, retryAfterSeconds: number) =>
  fail('TooManyRequests', { message: messages[budget], info: [`reason=${budget}-budget`], retryAfterSeconds })

/** Newest first. */
const refusalsOf = (attempts: readonly PastAttempt[]): readonly number[] =>
  attempts.flatMap((attempt) => attempt.refusedAt ?? []).sort((a, b) => b - a)

/** Those that a budget counts. One dated in the future is of a clock that was set back since. */
const recentOf = (refusedAt: readonly number[], { within }: Budget, at: number): readonly number[] =>
  refusedAt.filter((moment) => moment <= at && moment + within > at)

/** How much of its tightest budget a key or a token has used: 0 is nothing, 1 all of it. */
function budgetUse(of: 'key' | 'token', attempts: readonly PastAttempt[], at: number): number {
  const refusedAt = refusalsOf(attempts)
  const open = attempts.length - refusedAt.length
  const uses = (of === 'key' ? keyBudgets : tokenBudgets).map((budget) => {
    const counted = recentOf(refusedAt, budget, at).length + (budget.countsOpen ? open : 0)
    return Math.min(1, counted / budget.most)
  })
  return Math.max(...uses)
}

function secondsToWait(attempts: readonly PastAttempt[], budgets: readonly Budget[], at: number): number {
  const refusedAt = refusalsOf(attempts)
  const open = attempts.length - refusedAt.length
  const waits = budgets.map((budget) => {
    const { most, within, countsOpen } = budget
    const recent = recentOf(refusedAt, budget, at)
    if (recent.length >= most) return Math.ceil(((recent[most - 1] as number) + within - at) / 1000)
    return countsOpen && recent.length + open >= most ? longestAttempt : 0
  })
  return Math.max(...waits)
}

/** Whose key and token an attempt was, and whether a local rule refused it. */
export type CountedAttempt = PastAttempt & { readonly key: string; readonly token: string; readonly isLocal: boolean }

/** The largest share of its budget that any key, or any token, has used. */
export function largestBudgetUse(attempts: readonly CountedAttempt[], at: number) {
  const largest = (of: 'key' | 'token', counted: readonly CountedAttempt[]) =>
    Math.max(
      0,
      ...[...Map.groupBy(counted, (attempt) => attempt[of]).values()].map((group) => budgetUse(of, group, at)),
    )
  // Those that a local rule refused do not count towards the budget of a key.
  return {
    key: largest(
      'key',
      attempts.filter(({ isLocal }) => !isLocal),
    ),
    token: largest('token', attempts),
  }
}
