import type { PutBy, PutCount } from '../store/import-writes.ts'
import type { Store } from '../store/store.ts'
import type { Columns, Values } from './column.ts'
import { createRowReader, type Places } from './read-row.ts'

export type ImportSettings = {
  /** Name of the chain that token transfers come from. */
  readonly network: string
  /** Time of transfers that do not have one, epoch milliseconds. */
  readonly timestamp: number | null
  /** Who imports, and with which permissions. */
  readonly by: { readonly actor: string; readonly mayChangeBaseUrl: boolean }
  /** Accept a last line without a line break, although it may be truncated. */
  readonly isLastLineComplete: boolean
  /** Refuse files that do not declare their number of rows. */
  readonly needsRowCount: boolean
}

export type Opening = { readonly store: Store; readonly places: Places; readonly settings: ImportSettings }

/** What a row becomes in the store: an entry, nothing (null), or the reason for its refusal. */
export type Read<Entry> = Entry | string | null

export type Reading<Entry> = {
  read(row: readonly string[]): Read<Entry>
  put(entries: readonly Entry[]): Promise<PutCount>
}

/** A kind of data that a file can hold. */
export type Kind = {
  readonly name: string
  readonly columns: Columns
  /** The column that distinguishes this kind from those after it in the table. */
  readonly mark: string
  /** Prepares reading one file, or returns text with the reason why it cannot. */
  open(opening: Opening): Promise<Reading<object> | string>
}

type PlainKind<Set extends Columns, Entry> = {
  readonly name: string
  readonly mark: keyof Set & string
  readonly columns: Set
  /** The values for the store, or text with the reason for the refusal. */
  toEntry(values: Values<Set>): Entry | string
  put(store: Store, entries: readonly Entry[], by: PutBy): Promise<PutCount>
}

/** A kind whose rows do not depend on stored data. */
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
