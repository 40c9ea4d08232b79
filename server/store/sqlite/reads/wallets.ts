import type { Id } from '../../../../shared/primitives.ts'
import type { ListWallets, WalletListing } from '../../../../shared/wallets.ts'
import { toInt } from '../../integers.ts'
import { pageFrom, rowsFor } from '../../page.ts'
import { type NetworkRow, networksById, toWalletWith, type WalletValues } from '../../rows/wallets.ts'
import type { PageRequest, WalletListingPage } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import type { VersionedCache } from '../versioned-cache.ts'
import { findCustodian } from './custodians.ts'

type VersionRow = { wallets_version: bigint; networks_version: bigint }
type HeadRow = { name: string; provider: string }
const versionSql = `
  SELECT wallets_version, (SELECT networks_version FROM installation) AS networks_version
  FROM custodians WHERE custodian_id = ? AND tenant_id = ?`

const networksSql = 'SELECT blockchain_id, name, icon FROM networks'

function networksOf(db: Connection, cache: VersionedCache): ReadonlyMap<Id, NetworkRow> {
  const read = () =>
    `${prepared<{ networks_version: bigint }>(db, 'SELECT networks_version FROM installation').get()?.networks_version}`
  return cache.get('networks', { current: read(), read }, () =>
    networksById(prepared<NetworkRow>(db, networksSql).all()),
  )
}

const walletsSql = `
  SELECT CAST(wallet_id AS TEXT), CAST(tenant_id AS TEXT), metadata_json, CAST(blockchain_id AS TEXT), address,
    is_visible, is_active, is_treasury_enabled, is_gas_station_enabled
  FROM wallets WHERE custodian_id = $custodian AND is_active >= $active AND wallet_id > $after
  ORDER BY wallet_id LIMIT $limit`

/** After a wallet's id; a LIMIT. */
type Range = { readonly after: bigint; readonly limit: number }

export type CachedReads = { readonly db: Connection; readonly cache: VersionedCache }

/** The listing with the wallets of a range. */
export function selectListing(
  { db, cache }: CachedReads,
  { custodianId, onlyActive, icons = true }: ListWallets,
  range: Range,
): WalletListing {
  const networks = networksOf(db, cache)
  const toWallet = toWalletWith(icons)
  const head = prepared<HeadRow>(db, 'SELECT name, provider FROM custodians WHERE custodian_id = ?').get(
    toInt(custodianId),
  ) as HeadRow
  const rows = prepared<WalletValues>(db, walletsSql)
    .raw()
    .safeIntegers(false)
    .all({
      custodian: toInt(custodianId),
      active: onlyActive ? 1 : 0,
      ...range,
    })
  return {
    custodianId,
    custodianName: head.name,
    custodianProvider: head.provider,
    wallets: rows.map((row) => toWallet(row, networks.get(row[3]) as NetworkRow)),
  }
}

/** The version of what a listing shows; null where the tenant has no such custodian. */
export function listingVersion(db: Connection, { tenantId, custodianId }: ListWallets): string | null {
  const row = prepared<VersionRow>(db, versionSql).get(toInt(custodianId), toInt(tenantId))
  return row ? `${row.wallets_version}.${row.networks_version}` : null
}

/** The listing with one page of its wallets. */
export function walletsPage(
  { db, cache }: CachedReads,
  request: ListWallets,
  page: PageRequest,
): WalletListingPage | null {
  if (!findCustodian(db, request)) return null
  const listing = selectListing({ db, cache }, request, { after: BigInt(page.after?.[0] ?? 0), limit: rowsFor(page) })
  const { rows, next } = pageFrom(listing.wallets, page, ({ walletId }) => [walletId])
  return { listing: { ...listing, wallets: [...rows] }, next }
}
