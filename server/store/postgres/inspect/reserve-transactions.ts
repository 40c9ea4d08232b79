import type { Inspection, KeptTotal, LedgerRow, ReserveTransaction, TransactionFilter } from '../../inspection.ts'
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
import type { SqlQuery } from '../connection.ts'
import { rowsOf } from './pages.ts'

/** The place of a transaction in the order of its key. */
type Place = { readonly source_id: bigint; readonly position: bigint; readonly idx: bigint }

const afterPlace = '(r.source_id, r.position, r.idx) > ($source::bigint, $position::bigint, $idx::bigint)'

const placeOf = (row: Place | null) => ({
  source: row?.source_id ?? 0,
  position: row?.position ?? -1,
  idx: row?.idx ?? -1,
})

const ledgerSql = `
  SELECT r.source_id, r.position, r.idx, r.token_id, r.amount, r.from_account_id, r.to_account_id, r.at
  FROM reserve_transactions r WHERE ${afterPlace} ORDER BY r.source_id, r.position, r.idx LIMIT $limit`

async function* ledgerRows(query: SqlQuery): AsyncGenerator<LedgerRow> {
  for await (const row of rowsOf<Place & TransactionRow>(query, { sql: ledgerSql, placeOf })) yield toLedgerRow(row)
}

async function* keptTotals(query: SqlQuery): AsyncGenerator<KeptTotal> {
  for (const row of await query<TotalRow>(totalsSql)) yield toKeptTotal(row)
}

const tokensWanted = '($symbol::text IS NULL OR t.symbol = $symbol) AND ($network::text IS NULL OR n.name = $network)'

const transactionsSql = `
  SELECT r.source_id, ${namedTransactionColumns}
  FROM reserve_transactions r
  JOIN transaction_sources s USING (source_id)
  JOIN tokens t USING (token_id)
  JOIN networks n USING (blockchain_id)
  LEFT JOIN blocks b ON b.source_id = r.source_id AND b.position = r.position
  LEFT JOIN reserve_accounts f ON f.reserve_account_id = r.from_account_id
  LEFT JOIN reserve_accounts d ON d.reserve_account_id = r.to_account_id
  WHERE ${afterPlace} AND ${tokensWanted}
  ORDER BY r.source_id, r.position, r.idx LIMIT $limit`

/** Reserve transactions in the order of their key. */
async function* reserveTransactions(query: SqlQuery, filter: TransactionFilter): AsyncGenerator<ReserveTransaction> {
  const pages = { sql: transactionsSql, values: transactionFilterValues(filter), placeOf }
  for await (const row of rowsOf<Place & NamedTransactionRow>(query, pages)) yield toReserveTransaction(row)
}

const tokensSql = `SELECT t.token_id AS id FROM tokens t JOIN networks n USING (blockchain_id) WHERE ${tokensWanted}`

async function tokenIds(query: SqlQuery, filter: TransactionFilter): Promise<ReadonlySet<string>> {
  const rows = await query<{ id: bigint }>(tokensSql, transactionFilterValues(filter))
  return new Set(rows.map(({ id }) => `${id}`))
}

type Reserves = Pick<Inspection, 'ledger' | 'reserveTransactions' | 'tokenIds' | 'keptTotals'>

export const reserveInspection = (query: SqlQuery): Reserves => ({
  ledger: () => ledgerRows(query),
  reserveTransactions: (filter = {}) => reserveTransactions(query, filter),
  tokenIds: (filter = {}) => tokenIds(query, filter),
  keptTotals: () => keptTotals(query),
})
