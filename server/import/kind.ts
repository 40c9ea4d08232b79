import type { Store } from '../store/store.ts'
import type { PutBy, PutCount } from '../store/writes.ts'
import type { Columns, Values } from './column.ts'
import { createRowReader, type Places } from './read-row.ts'

export type ImportSettings = {
  /** Name of the chain that token transfers come from. */
  readonly network: string
  /** When transfers happened that do not say it themselves, epoch milliseconds. */
  readonly timestamp: number | null
  /** Who imports, and what is allowed. */
  readonly by: { readonly actor: string; readonly mayChangeBaseUrl: boolean }
  /** Take a last line without its line break for whole, although it may be cut off. */
  readonly isLastLineComplete: boolean
  /** Refuse files that do not declare their number of rows. */
  readonly needsRowCount: boolean
}

export type Opening = { readonly store: Store; readonly places: Places; readonly settings: ImportSettings }

/** What a row is to the store: an entry, nothing (null), or why it is refused. */
export type Read<Entry> = Entry | string | null

export type Reading<Entry> = {
  read(row: readonly string[]): Read<Entry>
  put(entries: readonly Entry[]): Promise<PutCount>
}

/** A kind of data that a file can hold. */
export type Kind = {
  readonly name: string
  readonly columns: Columns
  /** The column that tells the kind from those after it in the table. */
  readonly mark: string
  /** Gets ready to read one file; a text is why that cannot be. */
  open(opening: Opening): Promise<Reading<object> | string>
}

type PlainKind<Set extends Columns, Entry> = {
  readonly name: string
  readonly mark: keyof Set & string
  readonly columns: Set
  /** The values as the store takes them; a text is why the row is refused. */
  toEntry(values: Values<Set>): Entry | string
  put(store: Store, entries: readonly Entry[], by: PutBy): Promise<PutCount>
}

/** A kind whose rows stand by themselves. */
export function plainKind<Set extends Columns, Entry extends object>(kind: PlainKind<Set, Entry>): Kind {
  const { name, mark, columns, toEntry, put } = kind
  return {
    name,
    mark,
    columns,
    async open({ store, places, settings: { by } }) {
      const readRow = createRowReader(columns, places)
      const reading: Reading<Entry> = {
        read(row) {
          const values = readRow(row)
          return typeof values === 'string' ? values : toEntry(values)
        },
        put: (entries) => put(store, entries, { ...by, at: Date.now() }),
      }
      return reading as Reading<object>
    },
  }
}
