import type { Failure } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import type { ItemKey, ItemKind, Items, ItemValues } from '../../items.ts'
import type { Connection } from '../connection.ts'
import { toId, toInt } from '../integers.ts'
import { selectTenants } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import type { Row } from '../writes/put-row.ts'
import type { ChangedObject } from '../writes/record-change.ts'

/** Rows that name an item, and what they are called where it cannot be deleted for them. */
type Reference = { readonly table: string; readonly column: string; readonly noun: string }

/** A row before and after a change; null before it is there. */
export type RowChange = { readonly id: Id; readonly before: Row | null; readonly after: Row }

/** How a kind of item is stored. */
export type ItemTable<Kind extends ItemKind = ItemKind> = {
  readonly table: string
  readonly key: string
  /** The column of the tenant that sees it; null where only administrators of the platform do. */
  readonly tenant: string | null
  /** The columns of its values. */
  readonly columns: readonly string[]
  readonly rowOf: (values: Partial<ItemValues[Kind]>) => Row
  readonly read: (db: Connection, id: Id) => Items[Kind] | null
  readonly references: readonly Reference[]
  /** What the audit records about one, in addition to its values. */
  readonly audited: (id: Id, row: Row) => Omit<ChangedObject, 'kind'>
  /** Why it may not be stored like that. */
  readonly refusalOf?: (db: Connection, change: RowChange) => Failure | null
  /** Moves the versions of what shows it. */
  readonly onChange?: (db: Connection, change: RowChange) => void
}

/** The columns of the members that are given. */
export const columnsOf = (row: Readonly<Record<string, Row[string] | undefined>>): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row

const tenant: ItemTable<'tenant'> = {
  table: 'tenants',
  key: 'tenant_id',
  tenant: 'tenant_id',
  columns: ['name'],
  rowOf: ({ name }) => columnsOf({ name }),
  read: (db, id) => selectTenants(db, id)[0] ?? null,
  references: [
    { table: 'custodians', column: 'tenant_id', noun: 'custodians' },
    { table: 'wallets', column: 'tenant_id', noun: 'wallets' },
    { table: 'operator_tokens', column: 'tenant_id', noun: 'operator tokens, also expired and revoked ones' },
  ],
  audited: (tenantId) => ({ tenantId }),
}

const tables: { readonly [Kind in ItemKind]: ItemTable<Kind> } = { tenant }

export const tableOf = <Kind extends ItemKind>(kind: Kind): ItemTable<Kind> => tables[kind]

/** The row of an item, if it is seen. */
export function findRow(db: Connection, { kind, id, seenBy }: ItemKey): Row | null {
  const { table, key, tenant: owner } = tableOf(kind)
  const row = prepared<Row>(db, `SELECT * FROM ${table} WHERE ${key} = ?`).get(toInt(id))
  if (!row) return null
  const isSeen = seenBy === null || (owner !== null && toId(row[owner] as bigint) === seenBy)
  return isSeen ? row : null
}

export const findItem = <Kind extends ItemKind>(db: Connection, key: ItemKey<Kind>): Items[Kind] | null =>
  findRow(db, key) && tableOf(key.kind).read(db, key.id)
