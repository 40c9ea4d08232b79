import type { Failure } from '../../../../shared/failure.ts'
import { isOfProvider, refusalOfOwner, refusalOfProvider } from '../../../administration/item-rules.ts'
import { sentTo } from '../../../import/refusals.ts'
import type { Row } from '../../changed-values.ts'
import { toId, toInt } from '../../integers.ts'
import { isRowSeen, itemShapes, type RowChange } from '../../item-shapes.ts'
import type { ItemKey, ItemKind, Items, PlatformKind } from '../../items.ts'
import { pageFrom, rowsFor } from '../../page.ts'
import type { Page, PageRequest } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { selectCustodian, selectTenants } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import { isBeingAsked, raiseWalletsVersion } from '../writes/put-custodians.ts'
import type { ItemTable } from './item-table.ts'
import { chainTokenTable, networkTable, reserveAccountTable, webhookTable } from './platform-tables.ts'
import { walletTable } from './wallets.ts'

const tenant: ItemTable<'tenant'> = {
  ...itemShapes.tenant,
  read: (db, id) => selectTenants(db, id)[0] ?? null,
}

const custodian: ItemTable<'custodian'> = {
  ...itemShapes.custodian,
  read: selectCustodian,
  refusalOf: (db, change) =>
    refusalOfOwner(tenant.read(db, toId(change.after.tenant_id as bigint))) ?? refusalOfCustodianRow(db, change),
  onChange: (db, { id }) => raiseWalletsVersion(db, id),
}

const hostOf = (row: Row) => sentTo(row.base_url as string | null)

function refusalOfCustodianRow(db: Connection, change: RowChange): Failure | null {
  const { id, before, after } = change
  if (!before || !isOfProvider(change)) return null
  const isOtherHost = hostOf(before) !== hostOf(after)
  return refusalOfProvider(change, { isBeingAsked: isBeingAsked(db, id), isOtherHost })
}

const tables: { readonly [Kind in ItemKind]: ItemTable<Kind> } = {
  tenant,
  custodian,
  wallet: walletTable,
  network: networkTable,
  'chain-token': chainTokenTable,
  'reserve-account': reserveAccountTable,
  webhook: webhookTable,
}

export const tableOf = <Kind extends ItemKind>(kind: Kind): ItemTable<Kind> => tables[kind]

/** The row of an item, if it is seen. */
export function findRow(db: Connection, { kind, id, seenBy }: ItemKey): Row | null {
  const { table, key } = itemShapes[kind]
  const row = prepared<Row>(db, `SELECT * FROM ${table} WHERE ${key} = ?`).get(toInt(id))
  return row && isRowSeen(kind, seenBy, row) ? row : null
}

export function itemsPage<Kind extends PlatformKind>(db: Connection, kind: Kind, page: PageRequest): Page<Items[Kind]> {
  const { table, key, read } = tableOf(kind)
  const sql = `SELECT ${key} AS id FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ?`
  const found = prepared<{ id: bigint }>(db, sql).all(BigInt(page.after?.[0] ?? 0), rowsFor(page))
  const { rows, next } = pageFrom(found, page, ({ id }) => [`${id}`])
  return { rows: rows.map(({ id }) => read(db, toId(id)) as Items[Kind]), next }
}

export const findItem = <Kind extends ItemKind>(db: Connection, key: ItemKey<Kind>): Items[Kind] | null =>
  findRow(db, key) && tableOf(key.kind).read(db, key.id)
