import { isFrozen, type Reason, wasDeleted } from '../../../import/refusals.ts'
import type { Row } from '../../changed-values.ts'
import { type Outcome, refuseEntry } from '../../put-outcomes.ts'
import type { Connection } from '../connection.ts'
import { freezeInEffect } from '../reads/freezes.ts'
import { prepared } from '../statements.ts'
import { isDeletedId } from './put-references.ts'

type Put = {
  readonly table: string
  readonly row: Row
  /** Why it may not be added, or changed from what is stored. */
  readonly refusalOf?: (row: Row, stored: Row | undefined) => Reason
  /** Hears of a stored row that gets other values. */
  readonly onChange?: (before: Row, after: Row) => void
}

const keyOf = (row: Row): string => Object.keys(row)[0] as string
const assignments = (names: readonly string[]): string => names.map((name) => `${name} = $${name}`).join(', ')

/**
 * Stores a row of the table under its first column; columns it does not name stay as they are. A change raises its version,
 * and is refused while its tenant, or everything, is frozen.
 */
export function putRow(db: Connection, { table, row, refusalOf, onChange }: Put): Outcome {
  const key = keyOf(row)
  const names = Object.keys(row)
  const stored = prepared<Row>(db, `SELECT ${names} FROM ${table} WHERE ${key} = ?`).get(row[key])
  if (stored && names.every((name) => stored[name] === row[name])) return 'unchanged'
  const freeze = freezeInEffect(db, (row.tenant_id as bigint | undefined) ?? null)
  if (freeze) return refuseEntry(isFrozen(freeze))
  const reason = refusalOf?.(row, stored)
  if (reason) return refuseEntry(reason)
  if (!stored && isDeletedId(db, table, row[key] as bigint)) return refuseEntry(wasDeleted(row[key]))
  const sql = stored
    ? `UPDATE ${table} SET ${assignments(names.slice(1))}, version = version + 1 WHERE ${key} = $${key}`
    : `INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `$${name}`)})`
  prepared(db, sql).run(row)
  if (!stored) return 'added'
  onChange?.(stored, row)
  return 'changed'
}
