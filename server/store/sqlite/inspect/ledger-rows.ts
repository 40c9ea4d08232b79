import type { KeptTotal, LedgerRow } from '../../inspection.ts'
import type { Connection } from '../connection.ts'

type TransactionRow = {
  token_id: bigint
  amount: string
  from_account_id: bigint | null
  to_account_id: bigint | null
  at: bigint
}

export function* ledgerRows(db: Connection): Generator<LedgerRow> {
  const rows = db
    .prepare<[], TransactionRow>(
      'SELECT token_id, amount, from_account_id, to_account_id, at FROM reserve_transactions',
    )
    .iterate()
  for (const row of rows)
    yield {
      tokenId: `${row.token_id}`,
      amount: row.amount,
      fromAccountId: row.from_account_id === null ? null : `${row.from_account_id}`,
      toAccountId: row.to_account_id === null ? null : `${row.to_account_id}`,
      at: Number(row.at),
    }
}

type TotalRow = {
  account_id: bigint | null
  token_id: bigint
  amount: string
  transaction_count: bigint
  last_at: bigint | null
}

const totalsSql = `
  SELECT NULL AS account_id, token_id, amount, transaction_count, last_at FROM token_totals
  UNION ALL SELECT reserve_account_id, token_id, amount, transaction_count, NULL FROM account_totals`

export function* keptTotals(db: Connection): Generator<KeptTotal> {
  for (const row of db.prepare<[], TotalRow>(totalsSql).iterate())
    yield {
      accountId: row.account_id === null ? null : `${row.account_id}`,
      tokenId: `${row.token_id}`,
      amount: row.amount,
      transactionCount: Number(row.transaction_count),
      lastAt: row.last_at === null ? null : Number(row.last_at),
    }
}
