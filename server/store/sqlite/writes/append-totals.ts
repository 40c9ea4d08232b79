import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

/** One transaction's legs, in SQL's integers; null is outside the reserve accounts. */
export type Legs = {
  readonly token: bigint
  readonly amount: bigint
  readonly from: bigint | null
  readonly to: bigint | null
}
type Change = { amount: bigint; count: bigint }
type TokenChange = Change & { lastAt: number }

/** Sums what a batch adds to the totals, in whole minor units, and writes each total once. */
export class Totals {
  readonly #tokens = new Map<bigint, TokenChange>()
  readonly #accounts = new Map<bigint, Map<bigint, Change>>()

  add({ token, amount, from, to }: Legs, at: number): void {
    const total = this.#token(token)
    total.count += 1n
    total.lastAt = Math.max(total.lastAt, at)
    this.#flow({ token, amount, from, to })
    for (const account of new Set([from, to])) if (account !== null) this.#account(account, token).count += 1n
  }

  /** The same transaction with a leg that was not known before. */
  fill(stored: Legs, { token, amount, from, to }: Legs): void {
    this.#flow({ ...stored, amount: -amount })
    this.#flow({ token, amount, from, to })
    for (const account of new Set([from, to]))
      if (account !== null && account !== stored.from && account !== stored.to)
        this.#account(account, token).count += 1n
  }

  write(db: Connection): void {
    for (const [token, change] of this.#tokens) writeToken(db, token, change)
    for (const [account, tokens] of this.#accounts)
      for (const [token, change] of tokens) writeAccount(db, { account, token }, change)
    if (this.#tokens.size) prepared(db, 'UPDATE installation SET ledger_version = ledger_version + 1').run()
  }

  #flow({ token, amount, from, to }: Legs): void {
    const total = this.#token(token)
    if (to !== null) {
      total.amount += amount
      this.#account(to, token).amount += amount
    }
    if (from !== null) {
      total.amount -= amount
      this.#account(from, token).amount -= amount
    }
  }

  #token(token: bigint): TokenChange {
    const known = this.#tokens.get(token) ?? { amount: 0n, count: 0n, lastAt: 0 }
    this.#tokens.set(token, known)
    return known
  }

  #account(account: bigint, token: bigint): Change {
    const tokens = this.#accounts.get(account) ?? new Map<bigint, Change>()
    this.#accounts.set(account, tokens)
    const known = tokens.get(token) ?? { amount: 0n, count: 0n }
    tokens.set(token, known)
    return known
  }
}

type TotalRow = { amount: string }

function writeToken(db: Connection, token: bigint, { amount, count, lastAt }: TokenChange): void {
  const stored = prepared<TotalRow>(db, 'SELECT amount FROM token_totals WHERE token_id = ?').get(token)
  prepared(
    db,
    `INSERT INTO token_totals VALUES ($token, $amount, $count, $lastAt) ON CONFLICT DO UPDATE SET amount = excluded.amount,
     transaction_count = transaction_count + excluded.transaction_count, last_at = max(last_at, excluded.last_at)`,
  ).run({ token, amount: `${BigInt(stored?.amount ?? 0) + amount}`, count, lastAt })
}

function writeAccount(db: Connection, key: { account: bigint; token: bigint }, { amount, count }: Change): void {
  const stored = prepared<TotalRow>(
    db,
    'SELECT amount FROM account_totals WHERE reserve_account_id = $account AND token_id = $token',
  ).get(key)
  prepared(
    db,
    `INSERT INTO account_totals VALUES ($account, $token, $amount, $count) ON CONFLICT DO UPDATE
     SET amount = excluded.amount, transaction_count = transaction_count + excluded.transaction_count`,
  ).run({ ...key, amount: `${BigInt(stored?.amount ?? 0) + amount}`, count })
}
