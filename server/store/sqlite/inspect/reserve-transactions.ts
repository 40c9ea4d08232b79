import type { ReserveAccountName, ReserveTransaction, TransactionFilter } from '../../inspection.ts'
import type { Connection } from '../connection.ts'
import { hashText, type StoredHash } from '../hashes.ts'

type Row = {
  source: string
  position: bigint
  idx: bigint
  block_hash: StoredHash | null
  transaction_hash: StoredHash | null
  at: bigint
  token_id: bigint
  symbol: string
  blockchain: string
  contract_address: string | null
  decimals: bigint
  amount: string
  from_id: bigint | null
  from_name: string | null
  from_address: string | null
  to_id: bigint | null
  to_name: string | null
  to_address: string | null
}

const tokensWanted = '($symbol IS NULL OR t.symbol = $symbol) AND ($network IS NULL OR n.name = $network)'

// CROSS JOIN keeps the transactions as the outer loop, in the order of their key: nothing is sorted, nothing is gathered.
const transactionsSql = `
  SELECT s.name AS source, r.position, r.idx, b.hash AS block_hash, r.transaction_hash, r.at,
    r.token_id, t.symbol, n.name AS blockchain, t.contract_address, t.decimals, r.amount,
    f.reserve_account_id AS from_id, f.name AS from_name, f.address AS from_address,
    d.reserve_account_id AS to_id, d.name AS to_name, d.address AS to_address
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

const valuesOf = ({ symbol, network }: TransactionFilter) => ({ symbol: symbol ?? null, network: network ?? null })

const hashOrNull = (hash: StoredHash | null) => (hash === null ? null : hashText(hash))

const accountOf = (id: bigint | null, name: string | null, address: string | null): ReserveAccountName | null =>
  id === null ? null : { id: `${id}`, name: name ?? '', address: address ?? '' }

const toTransaction = (row: Row): ReserveTransaction => ({
  source: row.source,
  position: `${row.position}`,
  index: `${row.idx}`,
  blockHash: hashOrNull(row.block_hash),
  transactionHash: hashOrNull(row.transaction_hash),
  at: Number(row.at),
  tokenId: `${row.token_id}`,
  tokenSymbol: row.symbol,
  blockchain: row.blockchain,
  contractAddress: row.contract_address,
  decimals: Number(row.decimals),
  amount: row.amount,
  from: accountOf(row.from_id, row.from_name, row.from_address),
  to: accountOf(row.to_id, row.to_name, row.to_address),
})

/** Reserve transactions in the order of their key, one in memory at a time. */
export function* reserveTransactions(db: Connection, filter: TransactionFilter): Generator<ReserveTransaction> {
  const values = valuesOf(filter)
  for (const row of db.prepare<[typeof values], Row>(transactionsSql).iterate(values)) yield toTransaction(row)
}

export function tokenIds(db: Connection, filter: TransactionFilter): ReadonlySet<string> {
  const values = valuesOf(filter)
  const rows = db.prepare<[typeof values], { id: bigint }>(tokensSql).all(values)
  return new Set(rows.map(({ id }) => `${id}`))
}
