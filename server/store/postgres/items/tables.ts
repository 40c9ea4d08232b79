import type { Failure } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import {
  isOfProvider,
  networksOf,
  refusalOfAccountRow,
  refusalOfChainTokenRow,
  refusalOfNetwork,
  refusalOfNetworkName,
  refusalOfOwner,
  refusalOfProvider,
  refusalOfWalletAt,
} from '../../../administration/item-rules.ts'
import { sentTo } from '../../../import/refusals.ts'
import type { Row } from '../../changed-values.ts'
import { toId } from '../../integers.ts'
import { isRowSeen, itemShapes, type RowChange } from '../../item-shapes.ts'
import type { ItemKey, ItemKind, Items } from '../../items.ts'
import { pageFrom, rowsFor } from '../../page.ts'
import {
  type ChainTokenRow,
  type NetworkItemRow,
  type ReserveAccountRow,
  toChainToken,
  toNetworkItem,
  toReserveAccount,
} from '../../rows/items.ts'
import { type AdministeredWalletRow, toAdministeredWallet } from '../../rows/wallets.ts'
import { assertUnderActive, toWebhook, type WebhookRow } from '../../rows/webhooks.ts'
import type { Reads } from '../../store.ts'
import type { SqlQuery } from '../connection.ts'
import { custodianOf, custodianWith, tenantWith } from '../reads/custodians.ts'
import { readActiveKeyId } from '../writes/keys.ts'
import { accountFacts, moveLedgerVersion, tokenFacts } from '../writes/put-assets.ts'
import { beingAsked, moveNetworksVersion, moveWalletsVersion } from '../writes/put-objects.ts'

/** How a kind of item is read and judged. */
export type ItemEngine<Kind extends ItemKind = ItemKind> = {
  readonly read: (query: SqlQuery, id: Id) => Promise<Items[Kind] | null>
  /** Why it may not be stored like that. */
  readonly refusalOf?: (query: SqlQuery, change: RowChange) => Promise<Failure | null>
  /** Moves the versions of what shows it. */
  readonly onChange?: (query: SqlQuery, change: RowChange) => Promise<void>
}

const rowWith =
  <Stored, Item>(table: string, key: string, toItem: (row: Stored) => Item) =>
  async (query: SqlQuery, id: Id): Promise<Item | null> => {
    const [row] = await query<Stored>(`SELECT * FROM ${table} WHERE ${key} = $id`, { id })
    return row ? toItem(row) : null
  }

const hostOf = (row: Row) => sentTo(row.base_url as string | null)

async function refusalOfCustodian(query: SqlQuery, change: RowChange): Promise<Failure | null> {
  const { id, before, after } = change
  const refusal = refusalOfOwner(await tenantWith(query, toId(after.tenant_id as bigint)))
  if (refusal || !before || !isOfProvider(change)) return refusal
  const isBeingAsked = (await beingAsked(query, [id])).has(id)
  return refusalOfProvider(change, { isBeingAsked, isOtherHost: hostOf(before) !== hostOf(after) })
}

/** Why an item may not be on its network, or leave the one before. */
async function refusalOfNetworks(query: SqlQuery, change: RowChange): Promise<Failure | null> {
  const ids = networksOf(change)
  const sql = 'SELECT blockchain_id, disabled_at FROM networks WHERE blockchain_id = ANY($ids::bigint[])'
  const rows = await query<Row>(sql, { ids })
  const found = new Map(rows.map((row) => [row.blockchain_id, row]))
  return ids.reduce<Failure | null>((refusal, id) => refusal ?? refusalOfNetwork(id, found.get(id)), null)
}

const walletSql =
  'SELECT w.*, n.name AS network FROM wallets w JOIN networks n USING (blockchain_id) WHERE wallet_id = $id'
const ownerIn = (row: Row): Id => toId(row.custodian_id as bigint)

const tables: { readonly [Kind in ItemKind]: ItemEngine<Kind> } = {
  tenant: { read: tenantWith },
  custodian: {
    read: custodianWith,
    refusalOf: refusalOfCustodian,
    onChange: (query, { id }) => moveWalletsVersion(query, [id]),
  },
  wallet: {
    read: async (query, id) => {
      const [row] = await query<AdministeredWalletRow>(walletSql, { id })
      return row ? toAdministeredWallet(row) : null
    },
    refusalOf: async (query, change) => {
      const custodian = await custodianOf(query, { custodianId: ownerIn(change.after), tenantId: null })
      return refusalOfWalletAt(custodian?.isDisabled) ?? refusalOfNetworks(query, change)
    },
    onChange: (query, { after }) => moveWalletsVersion(query, [ownerIn(after)]),
  },
  network: {
    read: rowWith<NetworkItemRow, Items['network']>('networks', 'blockchain_id', toNetworkItem),
    refusalOf: async (query, { id, after }) => {
      const sql = 'SELECT blockchain_id AS id FROM networks WHERE name = $name AND blockchain_id <> $id'
      const [holder] = await query<{ id: bigint }>(sql, { name: after.name, id })
      return refusalOfNetworkName(holder?.id)
    },
    onChange: (query) => moveNetworksVersion(query),
  },
  'chain-token': {
    read: rowWith<ChainTokenRow, Items['chain-token']>('tokens', 'token_id', toChainToken),
    refusalOf: async (query, change) => {
      const { id: tokenId, after } = change
      const placed = { blockchainId: toId(after.blockchain_id as bigint), contractAddress: after.contract_address }
      const refusal = await refusalOfNetworks(query, change)
      return (
        refusal ??
        refusalOfChainTokenRow(
          after,
          await tokenFacts(query, { tokenId, ...placed, contractAddress: placed.contractAddress as string | null }),
        )
      )
    },
    onChange: (query) => moveLedgerVersion(query, { isAdded: false }),
  },
  'reserve-account': {
    read: rowWith<ReserveAccountRow, Items['reserve-account']>(
      'reserve_accounts',
      'reserve_account_id',
      toReserveAccount,
    ),
    refusalOf: async (query, change) => {
      const { id, after } = change
      const account = { id, blockchainId: toId(after.blockchain_id as bigint), address: after.address as string }
      return (await refusalOfNetworks(query, change)) ?? refusalOfAccountRow(after, await accountFacts(query, account))
    },
  },
  webhook: {
    read: rowWith<WebhookRow, Items['webhook']>('webhooks', 'webhook_id', toWebhook),
    refusalOf: async (query, change) => {
      assertUnderActive(await readActiveKeyId(query), change)
      return null
    },
  },
}

export const engineOf = <Kind extends ItemKind>(kind: Kind): ItemEngine<Kind> => tables[kind]

/** The row of an item, if it is seen; it is locked where it may be changed. */
export async function itemRow(query: SqlQuery, { kind, id, seenBy }: ItemKey, lock = ''): Promise<Row | null> {
  const { table, key } = itemShapes[kind]
  const [row] = await query<Row>(`SELECT * FROM ${table} WHERE ${key} = $id ${lock}`, { id })
  return row && isRowSeen(kind, seenBy, row) ? row : null
}

export const itemReads = (query: SqlQuery): Pick<Reads, 'findItem' | 'itemsPage'> => ({
  findItem: async (key) => ((await itemRow(query, key)) ? engineOf(key.kind).read(query, key.id) : null),
  itemsPage: async (kind, page) => {
    const { table, key } = itemShapes[kind]
    const sql = `SELECT ${key} AS id FROM ${table} WHERE ${key} > $after ORDER BY ${key} LIMIT $limit`
    const found = await query<{ id: bigint }>(sql, { after: page.after?.[0] ?? 0, limit: rowsFor(page) })
    const { rows, next } = pageFrom(found, page, ({ id }) => [`${id}`])
    const items = await Promise.all(rows.map(({ id }) => engineOf(kind).read(query, toId(id))))
    return { rows: items.flatMap((item) => (item ? [item] : [])), next }
  },
})
