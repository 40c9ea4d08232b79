/** No reserve account: a leg outside the reserves, or one that is not known yet. */
export const outside = -1

/**
 * What one transaction moves, in whole minor units. `token`, `from` and `to` are places in lists that the caller keeps, so
 * that sums are found by number.
 */
export type Move = {
  readonly token: number
  readonly amount: bigint
  readonly from: number
  readonly to: number
  /** Epoch milliseconds. */
  readonly at: number
}

export type AccountChange = { readonly amount: bigint; readonly count: number }
export type TokenChange = AccountChange & { readonly lastAt: number }

type Sum = { amount: bigint; count: number }
type TokenSum = Sum & { lastAt: number }

/**
 * Sums what transactions add to the totals. A transfer between two reserve accounts leaves the token's amount as it is and
 * counts once for the token and once for each account.
 */
export type Totals = {
  add(move: Move): void
  /** The same transaction once more, with a leg that was not known before. */
  fill(stored: Move, move: Move): void
  /** What each token's total changes by. */
  byToken(): Iterable<readonly [token: number, change: TokenChange]>
  /** What each total of a token in an account changes by. */
  byAccount(): Iterable<{ readonly account: number; readonly token: number; readonly change: AccountChange }>
}

/** `tokens` is how many tokens there are places for. */
export function createTotals(tokens: number): Totals {
  const tokenSums = new Map<number, TokenSum>()
  const accountSums = new Map<number, Sum>()

  const ofToken = (token: number): TokenSum => {
    const known = tokenSums.get(token)
    if (known) return known
    const sum = { amount: 0n, count: 0, lastAt: 0 }
    tokenSums.set(token, sum)
    return sum
  }
  const ofAccount = (account: number, token: number): Sum => {
    const key = account * tokens + token
    const known = accountSums.get(key)
    if (known) return known
    const sum = { amount: 0n, count: 0 }
    accountSums.set(key, sum)
    return sum
  }
  const flow = ({ token, from, to }: Move, amount: bigint) => {
    const sum = ofToken(token)
    if (to !== outside) {
      sum.amount += amount
      ofAccount(to, token).amount += amount
    }
    if (from !== outside) {
      sum.amount -= amount
      ofAccount(from, token).amount -= amount
    }
  }
  return {
    add(move) {
      const { token, from, to, at } = move
      const sum = ofToken(token)
      sum.count += 1
      if (at > sum.lastAt) sum.lastAt = at
      flow(move, move.amount)
      if (to !== outside) ofAccount(to, token).count += 1
      if (from !== outside && from !== to) ofAccount(from, token).count += 1
    },
    fill(stored, move) {
      flow(stored, -stored.amount)
      flow(move, move.amount)
      for (const account of new Set([move.from, move.to]))
        if (account !== stored.from && account !== stored.to) ofAccount(account, move.token).count += 1
    },
    byToken: () => tokenSums,
    *byAccount() {
      for (const [key, change] of accountSums) yield { account: Math.floor(key / tokens), token: key % tokens, change }
    },
  }
}
