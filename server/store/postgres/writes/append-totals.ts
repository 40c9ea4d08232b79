import type { Named, References } from '../../../import/refusals.ts'
import type { Totals } from '../../../reserves/totals.ts'
import { asJson, type SqlQuery } from '../connection.ts'

const totalsSql = {
  token: `
    INSERT INTO token_totals SELECT * FROM json_populate_recordset(NULL::token_totals, $rows::json)
    ON CONFLICT (token_id) DO UPDATE SET amount = token_totals.amount + excluded.amount,
      transaction_count = token_totals.transaction_count + excluded.transaction_count,
      last_at = greatest(token_totals.last_at, excluded.last_at)`,
  account: `
    INSERT INTO account_totals SELECT * FROM json_populate_recordset(NULL::account_totals, $rows::json)
    ON CONFLICT (reserve_account_id, token_id) DO UPDATE SET amount = account_totals.amount + excluded.amount,
      transaction_count = account_totals.transaction_count + excluded.transaction_count`,
} as const

/** Adds what a batch changes to the totals that are kept. */
export async function storeTotals(query: SqlQuery, totals: Totals, { tokens, accounts }: References): Promise<void> {
  const idOf = (named: readonly Named[], place: number) => (named[place] as Named).id
  const ofTokens = [...totals.byToken()].map(([token, { amount, count, lastAt }]) => ({
    token_id: idOf(tokens, token),
    amount,
    transaction_count: count,
    last_at: lastAt,
  }))
  const ofAccounts = [...totals.byAccount()].map(({ account, token, change }) => ({
    reserve_account_id: idOf(accounts, account),
    token_id: idOf(tokens, token),
    amount: change.amount,
    transaction_count: change.count,
  }))
  if (ofTokens.length === 0) return
  await Promise.all([
    query(totalsSql.token, { rows: asJson(ofTokens) }),
    query(totalsSql.account, { rows: asJson(ofAccounts) }),
    query('UPDATE installation SET ledger_version = ledger_version + 1'),
  ])
}
