import type { AuditKind } from '../../../../shared/audit.ts'
import type { Id } from '../../../../shared/primitives.ts'
import type { By } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { appendAudit } from './append-audit.ts'
import type { Row } from './put-row.ts'

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

/** Tells the audit what became of one object, in the transaction of the change. */
export const recordChange =
  (db: Connection, by: By, { ids = {}, ...object }: ChangedObject) =>
  (before: Row, after: Row): void =>
    appendAudit(db, { ...by, ...object, details: { ...ids, ...changedValues(before, after) } })
