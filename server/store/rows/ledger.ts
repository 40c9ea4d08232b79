import type { KeptTotal, LedgerRow, ReserveAccountName, ReserveTransaction, TransactionFilter } from '../inspection.ts'

export type TransactionRow = {
  token_id: bigint
  amount: string
  from_account_id: bigint | null
  to_account_id: bigint | null
  at: bigint
}

export const toLedgerRow = (row: TransactionRow): LedgerRow => ({
  tokenId: `${row.token_id}`,
  amount: row.amount,
  fromAccountId: row.from_account_id === null ? null : `${row.from_account_id}`,
  toAccountId: row.to_account_id === null ? null : `${row.to_account_id}`,
  at: Number(row.at),
})

export type TotalRow = {
  account_id: bigint | null
  token_id: bigint
  amount: string
  transaction_count: bigint
  last_at: bigint | null
}

export const totalsSql = `
  SELECT NULL AS account_id, token_id, amount, transaction_count, last_at FROM token_totals
  UNION ALL SELECT reserve_account_id, token_id, amount, transaction_count, NULL FROM account_totals`

export const toKeptTotal = (row: TotalRow): KeptTotal => ({
  accountId: row.account_id === null ? null : `${row.account_id}`,
  tokenId: `${row.token_id}`,
  amount: row.amount,
  transactionCount: Number(row.transaction_count),
  lastAt: row.last_at === null ? null : Number(row.last_at),
})

/** A reserve transaction with what it names; its hashes are text. */
export type NamedTransactionRow = {
  source: string
  position: bigint
  idx: bigint
  block_hash: string | null
  transaction_hash: string | null
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

export const namedTransactionColumns = `s.name AS source, r.position, r.idx, b.hash AS block_hash, r.transaction_hash, r.at,
    r.token_id, t.symbol, n.name AS blockchain, t.contract_address, t.decimals, r.amount,
    f.reserve_account_id AS from_id, f.name AS from_name, f.address AS from_address,
    d.reserve_account_id AS to_id, d.name AS to_name, d.address AS to_address`

export const transactionFilterValues = ({ symbol, network }: TransactionFilter) => ({
  symbol: symbol ?? null,
  network: network ?? null,
})

const accountOf = (id: bigint | null, name: string | null, address: string | null): ReserveAccountName | null =>
  id === null ? null : { id: `${id}`, name: name ?? '', address: address ?? '' }

export const toReserveTransaction = (row: NamedTransactionRow): ReserveTransaction => ({
  source: row.source,
  position: `${row.position}`,
  index: `${row.idx}`,
  blockHash: row.block_hash,
  transactionHash: row.transaction_hash,
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
