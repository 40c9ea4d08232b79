import type { ChainToken } from '../../../shared/chain-tokens.ts'
import type { AdministeredNetwork } from '../../../shared/networks.ts'
import type { ReserveAccount } from '../../../shared/reserve-accounts.ts'
import { toId } from '../integers.ts'

export type NetworkItemRow = { blockchain_id: bigint; name: string; icon: string; version: bigint }

export const toNetworkItem = (row: NetworkItemRow): AdministeredNetwork => ({
  id: toId(row.blockchain_id),
  name: row.name,
  icon: row.icon,
  version: Number(row.version),
})

export type ChainTokenRow = {
  token_id: bigint
  symbol: string
  blockchain_id: bigint
  contract_address: string | null
  decimals: bigint
  version: bigint
}

export const toChainToken = (row: ChainTokenRow): ChainToken => ({
  id: toId(row.token_id),
  symbol: row.symbol,
  blockchainId: toId(row.blockchain_id),
  contractAddress: row.contract_address,
  decimals: Number(row.decimals),
  version: Number(row.version),
})

export type ReserveAccountRow = {
  reserve_account_id: bigint
  blockchain_id: bigint
  address: string
  name: string
  version: bigint
}

export const toReserveAccount = (row: ReserveAccountRow): ReserveAccount => ({
  id: toId(row.reserve_account_id),
  blockchainId: toId(row.blockchain_id),
  address: row.address,
  name: row.name,
  version: Number(row.version),
})
