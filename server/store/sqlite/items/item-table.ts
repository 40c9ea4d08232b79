import type { Failure } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import type { ItemKind, Items, ItemValues } from '../../items.ts'
import type { Connection } from '../connection.ts'
import type { Row } from '../writes/put-row.ts'
import type { ChangedObject } from '../writes/record-change.ts'

/** Rows that name an item, and what they are called where it cannot be deleted for them. */
type Reference = {
  readonly table: string
  readonly column: string
  readonly noun: string
  /** How many they are, as SQL; the rows themselves unless stated. */
  readonly count?: string
}

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
