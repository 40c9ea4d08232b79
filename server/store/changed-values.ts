import type { AuditKind } from '../../shared/audit.ts'
import type { Id } from '../../shared/primitives.ts'
import type { By, NewAuditRecord } from './by.ts'

/** Columns of a row by name. */
export type Row = Readonly<Record<string, bigint | string | null>>

/** The object whose row changed; `ids` are for one that has no column of its own in the audit. */
export type ChangedObject = {
  readonly kind: AuditKind
  readonly tenantId?: Id
  readonly custodianId?: Id
  readonly ids?: Readonly<Record<string, string>>
}

const inCamelCase = (column: string): string => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const capitalized = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`
const textOf = (value: Row[string] | undefined): string => `${value ?? ''}`

/** Each column that changed, as `oldName` and `newName`; empty text is a value that is not set. */
function changedValues(before: Row, after: Row): Record<string, string> {
  const changed = Object.keys(after).filter((column) => before[column] !== after[column])
  return Object.fromEntries(
    changed.flatMap((column) => {
      const name = capitalized(inCamelCase(column))
      return [
        [`old${name}`, textOf(before[column])],
        [`new${name}`, textOf(after[column])],
      ]
    }),
  )
}

/** What the audit records of a row that changed. */
export const changeRecord = (by: By, { ids = {}, ...object }: ChangedObject, rows: ChangedRows): NewAuditRecord => ({
  ...by,
  ...object,
  details: { ...ids, ...changedValues(rows.before, rows.after) },
})

/** A row as it was, and the columns of it that may be others now. */
export type ChangedRows = { readonly before: Row; readonly after: Row }
