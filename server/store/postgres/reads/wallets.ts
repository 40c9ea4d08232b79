import type { Id } from '../../../../shared/primitives.ts'
import type { ListWallets, WalletListing } from '../../../../shared/wallets.ts'
import { pageFrom, rowsFor } from '../../page.ts'
import { type NetworkRow, networksById, toWalletWith, type WalletValues } from '../../rows/wallets.ts'
import type { PageRequest, Reads } from '../../store.ts'
import type { SqlQuery } from '../connection.ts'
import type { VersionedReads } from '../versioned-reads.ts'

const versionSql = `
  SELECT name, provider, wallets_version, (SELECT networks_version FROM installation) AS networks_version
  FROM custodians WHERE custodian_id = $custodianId AND tenant_id = $tenantId`

type VersionRow = { name: string; provider: string; wallets_version: bigint; networks_version: bigint }

/** One row of all, so that they are of the moment of their version. */
const listingSql = `
  SELECT (SELECT coalesce(json_agg(json_build_array(
      wallet_id::text, tenant_id::text, metadata_json, blockchain_id::text, address,
      is_visible, is_active, is_treasury_enabled, is_gas_station_enabled
    ) ORDER BY wallet_id), '[]') FROM (
      SELECT * FROM wallets WHERE custodian_id = $custodianId AND is_active >= $active AND wallet_id > $after
      ORDER BY wallet_id LIMIT $limit
    ) AS listed) AS wallets,
    (SELECT coalesce(json_agg(json_build_array(blockchain_id::text, name, icon)), '[]') FROM networks) AS networks,
    version.*
  FROM (${versionSql}) AS version`

type ListingRow = VersionRow & {
  readonly wallets: readonly WalletValues[]
  readonly networks: readonly (readonly [id: string, name: string, icon: string])[]
}

type Range = { readonly after: string; readonly limit: number | null }

const versionIn = (row: VersionRow | undefined): string | null =>
  row ? `${row.wallets_version}.${row.networks_version}` : null

/** The listing with the wallets of a range, and its version; null where the tenant has no such custodian. */
async function listingIn(query: SqlQuery, request: ListWallets, range: Range) {
  const { custodianId, tenantId, onlyActive, icons = true } = request
  const values = { custodianId, tenantId, active: onlyActive ? 1 : 0, ...range }
  const [row] = await query<ListingRow>(listingSql, values)
  if (!row) return null
  const rows = row.networks.map(([id, name, icon]): NetworkRow => ({ blockchain_id: BigInt(id), name, icon }))
  const networks = networksById(rows)
  const toWallet = toWalletWith(icons)
  const wallets = row.wallets.map((wallet) => toWallet(wallet, networks.get(wallet[3]) as NetworkRow))
  const value: WalletListing = { custodianId, custodianName: row.name, custodianProvider: row.provider, wallets }
  return { value, version: versionIn(row) }
}

const afterWallet = (page: PageRequest): Range => ({ after: page.after?.[0] ?? '0', limit: rowsFor(page) })
const whole: Range = { after: '0' as Id, limit: null }

export const walletReads = (
  query: SqlQuery,
  versioned: VersionedReads,
): Pick<Reads, 'walletListing' | 'walletsPage'> => ({
  walletListing: (request) =>
    versioned.get({
      key: `wallets ${request.tenantId} ${request.custodianId} ${request.onlyActive} ${request.icons ?? true}`,
      scope: ({ wallets, networks }) => `${wallets}.${networks}`,
      version: async () => versionIn((await query<VersionRow>(versionSql, request))[0]),
      build: () => listingIn(query, request, whole),
    }),
  walletsPage: async (request, page) => {
    const found = await listingIn(query, request, afterWallet(page))
    if (!found) return null
    const { rows, next } = pageFrom(found.value.wallets, page, ({ walletId }) => [walletId])
    return { listing: { ...found.value, wallets: [...rows] }, next }
  },
})
