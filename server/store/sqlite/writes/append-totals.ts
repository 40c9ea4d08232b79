import type { Connection } from '../connection.ts'
import { outside } from '../packed-transactions.ts'
import { prepared } from '../statements.ts'
import type { References } from './append-references.ts'

/** What one transaction moves, in whole minor units; the rest are places in the batch's tokens and accounts. */
export type Move = {
  readonly token: number
  readonly amount: bigint
  readonly from: number
  readonly to: number
  readonly at: number
}

const idOf = (named: References['tokens'], place: number): bigint => (named[place] as { id: bigint }).id

type Change = { amount: bigint; count: number }
type TokenChange = Change & { lastAt: number }

/** Sums what a batch adds to the totals, and writes each total once. */
export function createTotals({ tokens, accounts }: References) {
  const byToken = new Map<number, TokenChange>()
  const byAccount = new Map<number, Change>()

  const ofToken = (token: number): TokenChange => {
    const known = byToken.get(token)
    if (known) return known
    const change = { amount: 0n, count: 0, lastAt: 0 }
    byToken.set(token, change)
    return change
  }
  const ofAccount = (account: number, token: number): Change => {
    const key = account * tokens.length + token
    const known = byAccount.get(key)
    if (known) return known
    const change = { amount: 0n, count: 0 }
    byAccount.set(key, change)
    return change
  }
  const flow = ({ token, from, to }: Move, amount: bigint) => {
    const total = ofToken(token)
    if (to !== outside) {
      total.amount += amount
      ofAccount(to, token).amount += amount
    }
    if (from !== outside) {
      total.amount -= amount
      ofAccount(from, token).amount -= amount
    }
  }
  return {
    add(move: Move) {
      const { token, from, to, at } = move
      const total = ofToken(token)
      total.count += 1
      if (at > total.lastAt) total.lastAt = at
      flow(move, move.amount)
      if (to !== outside) ofAccount(to, token).count += 1
      if (from !== outside && from !== to) ofAccount(from, token).count += 1
    },
    /** The same transaction with a leg that was not known before. */
    fill(stored: Move, move: Move) {
      flow(stored, -stored.amount)
      flow(move, move.amount)
      for (const account of new Set([move.from, move.to]))
        if (account !== stored.from && account !== stored.to) ofAccount(account, move.token).count += 1
    },
    write(db: Connection) {
      for (const [token, change] of byToken) writeToken(db, idOf(tokens, token), change)
      for (const [key, change] of byAccount) {
        const [account, token] = [idOf(accounts, Math.floor(key / tokens.length)), idOf(tokens, key % tokens.length)]
        writeAccount(db, { account, token }, change)
      }
      if (byToken.size) prepared(db, 'UPDATE installation SET ledger_version = ledger_version + 1').run()
    },
  }
}

export type Totals = ReturnType<typeof createTotals>

type TotalRow = { amount: string }

function writeToken(db: Connection, token: bigint, { amount, count, lastAt }: TokenChange): void {
  const stored = prepared<TotalRow>(db, 'SELECT amount FROM token_totals WHERE token_id = ?').get(token)
  prepared(
    db,
    `INSERT INTO token_totals VALUES ($token, $amount, $count, $lastAt) ON CONFLICT DO UPDATE SET amount = excluded.amount,
     transaction_count = transaction_count + excluded.transaction_count, last_at = max(last_at, excluded.last_at)`,
  ).run({ token, amount: `${BigInt(stored?.amount ?? 0) + amount}`, count, lastAt })
}

type AccountKey = { readonly account: bigint; readonly token: bigint }

function writeAccount(db: Connection, key: AccountKey, { amount, count }: Change): void {
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
