import type { ListWallets, Wallet, WalletListing } from '../../../../shared/wallets.ts'
import type { Connection } from '../connection.ts'
import { toId, toInt } from '../integers.ts'
import { prepared } from '../statements.ts'
import type { VersionedCache } from '../versioned-cache.ts'

type VersionRow = { wallets_version: bigint; networks_version: bigint }
type HeadRow = { name: string; provider: string }
type NetworkRow = { blockchain_id: bigint; name: string; icon: string }
type WalletRow = {
  tenant_id: bigint
  wallet_id: bigint
  metadata_json: string
  blockchain_id: bigint
  address: string
  is_visible: bigint
  is_active: bigint
  is_treasury_enabled: bigint
  is_gas_station_enabled: bigint
}

const versionSql = `
  SELECT wallets_version, (SELECT networks_version FROM installation) AS networks_version
  FROM custodians WHERE custodian_id = ? AND tenant_id = ?`

const networksOf = (db: Connection) =>
  new Map(
    prepared<NetworkRow>(db, 'SELECT * FROM networks')
      .all()
      .map((network) => [network.blockchain_id, network]),
  )

const toWallet = (row: WalletRow, network: NetworkRow): Wallet => ({
  walletTenantId: toId(row.tenant_id),
  walletId: toId(row.wallet_id),
  metadataJson: row.metadata_json,
  blockchainId: toId(row.blockchain_id),
  network: network.name,
  networkIcon: network.icon,
  address: row.address,
  isVisible: row.is_visible === 1n,
  isActive: row.is_active === 1n,
  isTreasuryEnabled: row.is_treasury_enabled === 1n,
  isGasStationEnabled: row.is_gas_station_enabled === 1n,
})

function buildListing(db: Connection, { custodianId, onlyActive }: ListWallets): WalletListing {
  const networks = networksOf(db)
  const head = prepared<HeadRow>(db, 'SELECT name, provider FROM custodians WHERE custodian_id = ?').get(
    toInt(custodianId),
  ) as HeadRow
  const rows = prepared<WalletRow>(
    db,
    `SELECT * FROM wallets WHERE custodian_id = ? AND is_active >= ? ORDER BY wallet_id`,
  ).all(toInt(custodianId), onlyActive ? 1 : 0)
  return {
    custodianId,
    custodianName: head.name,
    custodianProvider: head.provider,
    wallets: rows.map((row) => toWallet(row, networks.get(row.blockchain_id) as NetworkRow)),
  }
}

/** The listing; the very same object while neither the custodian's wallets nor the networks changed. */
export function walletListing(db: Connection, cache: VersionedCache, request: ListWallets): WalletListing | null {
  const { tenantId, custodianId, onlyActive } = request
  const row = prepared<VersionRow>(db, versionSql).get(toInt(custodianId), toInt(tenantId))
  if (!row) return null
  const version = `${row.wallets_version}.${row.networks_version}`
  return cache.get(`wallets ${custodianId} ${onlyActive}`, version, () => buildListing(db, request))
}
