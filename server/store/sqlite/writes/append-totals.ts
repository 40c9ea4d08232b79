import type { References } from '../../../import/refusals.ts'
import type { AccountChange, TokenChange, Totals } from '../../../reserves/totals.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

const idOf = (named: References['tokens'], place: number): bigint => (named[place] as { id: bigint }).id

/** Adds what a batch changes to the totals that are kept, each written once. */
export function writeTotals(db: Connection, totals: Totals, { tokens, accounts }: References): void {
  let isChanged = false
  for (const [token, change] of totals.byToken()) {
    writeToken(db, idOf(tokens, token), change)
    isChanged = true
  }
  for (const { account, token, change } of totals.byAccount())
    writeAccount(db, { account: idOf(accounts, account), token: idOf(tokens, token) }, change)
  if (isChanged) prepared(db, 'UPDATE installation SET ledger_version = ledger_version + 1').run()
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

type AccountKey = { readonly account: bigint; readonly token: bigint }

function writeAccount(db: Connection, key: AccountKey, { amount, count }: AccountChange): void {
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
