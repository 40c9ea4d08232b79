import type { ChainToken } from '../../../shared/chain-tokens.ts'
import type { AdministeredNetwork } from '../../../shared/networks.ts'
import type { ReserveAccount } from '../../../shared/reserve-accounts.ts'
import { toId } from '../integers.ts'
import { type AdministeredRow, administeredOf } from './administered.ts'

export type NetworkItemRow = AdministeredRow & { blockchain_id: bigint; name: string; icon: string }

export const toNetworkItem = (row: NetworkItemRow): AdministeredNetwork => ({
  id: toId(row.blockchain_id),
  name: row.name,
  icon: row.icon,
  ...administeredOf(row),
})

export type ChainTokenRow = AdministeredRow & {
  token_id: bigint
  symbol: string
  blockchain_id: bigint
  contract_address: string | null
  decimals: bigint
}

export const toChainToken = (row: ChainTokenRow): ChainToken => ({
  id: toId(row.token_id),
  symbol: row.symbol,
  blockchainId: toId(row.blockchain_id),
  contractAddress: row.contract_address,
  decimals: Number(row.decimals),
  ...administeredOf(row),
})

export type ReserveAccountRow = AdministeredRow & {
  reserve_account_id: bigint
  blockchain_id: bigint
  address: string
  name: string
}

export const toReserveAccount = (row: ReserveAccountRow): ReserveAccount => ({
  id: toId(row.reserve_account_id),
  blockchainId: toId(row.blockchain_id),
  address: row.address,
  name: row.name,
  ...administeredOf(row),
})
