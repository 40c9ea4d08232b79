import type { Failure } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import type { ItemShape, RowChange } from '../../item-shapes.ts'
import type { ItemKind, Items } from '../../items.ts'
import type { Connection } from '../connection.ts'

/** How a kind of item is stored. */
export type ItemTable<Kind extends ItemKind = ItemKind> = ItemShape<Kind> & {
  readonly read: (db: Connection, id: Id) => Items[Kind] | null
  /** Why it may not be stored like that. */
  readonly refusalOf?: (db: Connection, change: RowChange) => Failure | null
  /** Moves the versions of what shows it. */
  readonly onChange?: (db: Connection, change: RowChange) => void
}
