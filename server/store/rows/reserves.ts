import { decimalOfMinorUnits } from '../../../shared/minor-units.ts'
import type { ReportReservesModel } from '../../../shared/reserves.ts'
import { timestampOf } from '../../../shared/timestamp-of.ts'
import { toId } from '../integers.ts'
import type { ReserveDirectory } from '../store.ts'

export type ReportRow = {
  token_id: bigint
  symbol: string
  contract_address: string | null
  decimals: bigint
  amount: string
  transaction_count: bigint
  last_at: bigint
  blockchain: string
  disabled: bigint | boolean
}

export const reportSql = (condition = '') => `
  SELECT t.token_id, t.symbol, t.contract_address, t.decimals, s.amount, s.transaction_count, s.last_at, n.name AS blockchain,
    (t.disabled_at IS NOT NULL OR n.disabled_at IS NOT NULL) AS disabled
  FROM token_totals s JOIN tokens t USING (token_id) JOIN networks n USING (blockchain_id)
  ${condition} ORDER BY t.symbol, n.name, t.token_id`

/** With `alike` each row tells its token apart from those that look like it, and whether it is disabled. */
export const toReportRow = (row: ReportRow, alike: ReadonlySet<bigint> | null): ReportReservesModel => ({
  tokenSymbol: row.symbol,
  reserveAmount: decimalOfMinorUnits(row.amount, Number(row.decimals)),
  transactionCount: Number(row.transaction_count),
  lastTransactionDate: timestampOf(row.last_at),
  blockchain: row.blockchain,
  ...(alike && {
    contractAddress: row.contract_address,
    isLookAlike: alike.has(row.token_id),
    disabled: Boolean(row.disabled),
  }),
})

type DirectoryNetworkRow = { blockchain_id: bigint; name: string }
type DirectoryTokenRow = {
  token_id: bigint
  symbol: string
  blockchain_id: bigint
  contract_address: string | null
  decimals: bigint
}
type DirectoryAccountRow = { reserve_account_id: bigint; blockchain_id: bigint; address: string; name: string }

export const directorySql = {
  networks: 'SELECT blockchain_id, name FROM networks',
  tokens: 'SELECT token_id, symbol, blockchain_id, contract_address, decimals FROM tokens',
  accounts: 'SELECT reserve_account_id, blockchain_id, address, name FROM reserve_accounts',
} as const

export type DirectoryRows = {
  readonly networks: readonly DirectoryNetworkRow[]
  readonly tokens: readonly DirectoryTokenRow[]
  readonly accounts: readonly DirectoryAccountRow[]
}

export const toDirectory = ({ networks, tokens, accounts }: DirectoryRows): ReserveDirectory => ({
  networks: networks.map((row) => ({ blockchainId: toId(row.blockchain_id), name: row.name })),
  tokens: tokens.map((row) => ({
    tokenId: toId(row.token_id),
    symbol: row.symbol,
    blockchainId: toId(row.blockchain_id),
    contractAddress: row.contract_address,
    decimals: Number(row.decimals),
  })),
  accounts: accounts.map((row) => ({
    reserveAccountId: toId(row.reserve_account_id),
    blockchainId: toId(row.blockchain_id),
    address: row.address,
    name: row.name,
  })),
})
