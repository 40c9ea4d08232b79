import type { KeptTotal, LedgerRow, ReserveTransaction, TransactionFilter } from '../../inspection.ts'
import {
  type NamedTransactionRow,
  namedTransactionColumns,
  type TotalRow,
  type TransactionRow,
  toKeptTotal,
  toLedgerRow,
  toReserveTransaction,
  totalsSql,
  transactionFilterValues,
} from '../../rows/ledger.ts'
import type { Connection } from '../connection.ts'
import { hashText, type StoredHash } from '../hashes.ts'

type Row = Omit<NamedTransactionRow, 'block_hash' | 'transaction_hash'> & {
  block_hash: StoredHash | null
  transaction_hash: StoredHash | null
}

const tokensWanted = '($symbol IS NULL OR t.symbol = $symbol) AND ($network IS NULL OR n.name = $network)'

// CROSS JOIN keeps the transactions as the outer loop, in the order of their key: nothing is sorted, nothing is gathered.
const transactionsSql = `
  SELECT ${namedTransactionColumns}
  FROM reserve_transactions r
  CROSS JOIN transaction_sources s USING (source_id)
  CROSS JOIN tokens t USING (token_id)
  CROSS JOIN networks n USING (blockchain_id)
  LEFT JOIN blocks b ON b.source_id = r.source_id AND b.position = r.position
  LEFT JOIN reserve_accounts f ON f.reserve_account_id = r.from_account_id
  LEFT JOIN reserve_accounts d ON d.reserve_account_id = r.to_account_id
  WHERE ${tokensWanted}
  ORDER BY r.source_id, r.position, r.idx`

const tokensSql = `SELECT t.token_id AS id FROM tokens t JOIN networks n USING (blockchain_id) WHERE ${tokensWanted}`

const hashOrNull = (hash: StoredHash | null) => (hash === null ? null : hashText(hash))

const withText = (row: Row): NamedTransactionRow => ({
  ...row,
  block_hash: hashOrNull(row.block_hash),
  transaction_hash: hashOrNull(row.transaction_hash),
})

/** Reserve transactions in the order of their key, one in memory at a time. */
export function* reserveTransactions(db: Connection, filter: TransactionFilter): Generator<ReserveTransaction> {
  const values = transactionFilterValues(filter)
  for (const row of db.prepare<[typeof values], Row>(transactionsSql).iterate(values))
    yield toReserveTransaction(withText(row))
}

export function tokenIds(db: Connection, filter: TransactionFilter): ReadonlySet<string> {
  const values = transactionFilterValues(filter)
  const rows = db.prepare<[typeof values], { id: bigint }>(tokensSql).all(values)
  return new Set(rows.map(({ id }) => `${id}`))
}

export function* ledgerRows(db: Connection): Generator<LedgerRow> {
  const sql = 'SELECT token_id, amount, from_account_id, to_account_id, at FROM reserve_transactions'
  for (const row of db.prepare<[], TransactionRow>(sql).iterate()) yield toLedgerRow(row)
}

export function* keptTotals(db: Connection): Generator<KeptTotal> {
  for (const row of db.prepare<[], TotalRow>(totalsSql).iterate()) yield toKeptTotal(row)
}
