import type { Inspection } from './inspection.ts'
import type { AuditHead } from './store.ts'

/** Whole numbers and amounts are copied as their digits, bytes in hexadecimal, all else as it is. */
export type ColumnForm = 'digits' | 'text' | 'bytes'

export type CopiedColumn = { readonly name: string; readonly form: ColumnForm }

/** A table whose rows both engines have. */
export type CopiedTable = {
  readonly name: string
  readonly columns: readonly CopiedColumn[]
  /** The columns of its primary key, by which its rows are ordered. */
  readonly key: readonly string[]
}

/** The values of a row in the order of the columns. */
export type CopiedRow = readonly (string | null)[]

/** Rows in the order of their key, some at a time. */
export type RowBatches = AsyncIterable<readonly CopiedRow[]>

/** The audit as it is among copied rows. */
export type CopiedAudit = Pick<Inspection, 'auditLinks' | 'openIntents'>

/** Stored data as of one moment, which no one changes until this is disposed of. */
export type CopySource = AsyncDisposable & {
  readonly name: string
  count(table: CopiedTable): Promise<number>
  rows(table: CopiedTable): RowBatches
  /** The end of its audit, which its anchor was found to fit, where it has one. */
  head(): Promise<AuditHead>
  /** What the installation signs its pages with. */
  salt(): Promise<Uint8Array>
}

/** What a copy goes into. Until it is published it is empty for everyone else, also after a kill. */
export type CopyTarget = AsyncDisposable & {
  readonly name: string
  fill(table: CopiedTable, batches: RowBatches): Promise<void>
  rows(table: CopiedTable): RowBatches
  /** Stores what follows from the rows, and is no row of a copied table. */
  complete(installation: { readonly salt: Uint8Array; readonly head: AuditHead }): Promise<void>
  readonly audit: CopiedAudit
  /** Makes the copy the data of its place, at once and durably. */
  publish(): Promise<void>
}

/** A value as text, the same for the same value of either engine. */
export function cellOf(value: unknown): string | null {
  if (value === null) return null
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : `${value}`
}
