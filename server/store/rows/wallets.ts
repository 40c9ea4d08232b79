import { faultOfIcon } from '../../../shared/network-icon.ts'
import type { Id } from '../../../shared/primitives.ts'
import type { AdministeredWallet, Wallet } from '../../../shared/wallets.ts'
import { builtInIcon, isKnownIcon } from '../../networks/built-in-icon.ts'
import { toId } from '../integers.ts'

export type NetworkRow = { blockchain_id: bigint; name: string; icon: string }

/** As an array, without bigints: a listing can have 100,000 of them. */
export type WalletValues = readonly [
  walletId: Id,
  tenantId: Id,
  metadataJson: string,
  blockchainId: Id,
  address: string,
  isVisible: number,
  isActive: number,
  isTreasuryEnabled: number,
  isGasStationEnabled: number,
]

/** An icon that an earlier version let in gives way to a built-in one; the stored one stays as it is. */
const withSafeIcon = (network: NetworkRow): NetworkRow =>
  isKnownIcon(network) || faultOfIcon(network.icon) === null ? network : { ...network, icon: builtInIcon(network.name) }

export const networksById = (rows: readonly NetworkRow[]): ReadonlyMap<Id, NetworkRow> =>
  new Map(rows.map((row) => [toId(row.blockchain_id), withSafeIcon(row)]))

export type ToWallet = (row: WalletValues, network: NetworkRow) => Wallet

/** Without a spread, which would take longer than the rest of the reading. */
const withIcon: ToWallet = (row, { name, icon }) => {
  const [walletId, walletTenantId, metadataJson, blockchainId, address, visible, active, treasury, gasStation] = row
  return {
    walletTenantId,
    walletId,
    metadataJson,
    blockchainId,
    network: name,
    networkIcon: icon,
    address,
    isVisible: visible === 1,
    isActive: active === 1,
    isTreasuryEnabled: treasury === 1,
    isGasStationEnabled: gasStation === 1,
  }
}

const withoutIcon: ToWallet = (row, network) => {
  const { networkIcon: _, ...wallet } = withIcon(row, network)
  return wallet
}

/** How a wallet is listed, with the icon of its network or without. */
export const toWalletWith = (icons: boolean): ToWallet => (icons ? withIcon : withoutIcon)

export type AdministeredWalletRow = {
  wallet_id: bigint
  tenant_id: bigint
  custodian_id: bigint
  blockchain_id: bigint
  address: string
  metadata_json: string
  is_visible: bigint
  is_active: bigint
  is_treasury_enabled: bigint
  is_gas_station_enabled: bigint
  version: bigint
  network: string
}

export const toAdministeredWallet = (row: AdministeredWalletRow): AdministeredWallet => ({
  id: toId(row.wallet_id),
  tenantId: toId(row.tenant_id),
  custodianId: toId(row.custodian_id),
  blockchainId: toId(row.blockchain_id),
  network: row.network,
  address: row.address,
  label: labelOfMetadata(row.metadata_json),
  metadataJson: row.metadata_json,
  isVisible: row.is_visible === 1n,
  isActive: row.is_active === 1n,
  isTreasuryEnabled: row.is_treasury_enabled === 1n,
  isGasStationEnabled: row.is_gas_station_enabled === 1n,
  version: Number(row.version),
})

/** What a wallet is called, where its metadata says so. */
export function labelOfMetadata(metadataJson: string): string | null {
  const metadata: unknown = JSON.parse(metadataJson)
  const label = typeof metadata === 'object' && metadata !== null && 'label' in metadata ? metadata.label : null
  return typeof label === 'string' ? label : null
}
