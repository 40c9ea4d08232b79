import type { AuditKind } from '../../../../shared/audit.ts'
import { type Failure, fail, failureOfCode } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { actorIn, type By } from '../../by.ts'
import type { Row } from '../../changed-values.ts'
import { toInt } from '../../integers.ts'
import { asAudited, idAfter, isRowDisabled, isRowSeen, namedId, ownerOf } from '../../item-shapes.ts'
import type { ItemKind, ItemSwitch, Items, ItemUpdate, NewItem, VersionedItem } from '../../items.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { refusalOfFrozen } from '../writes/freezes.ts'
import { isDeletedId } from '../writes/put-references.ts'
import { recordChange } from '../writes/record-change.ts'
import { findRow, tableOf } from './tables.ts'

type Changed = Result<Items[ItemKind]>

export function createItem(db: Connection, item: NewItem): Changed {
  const { kind, values } = item
  const { table, key, rowOf, refusalOf, onChange } = tableOf(kind)
  const id = freeId(db, item)
  if (!id.ok) return id
  const after: Row = { [key]: toInt(id.value), ...rowOf(values) }
  if (!isRowSeen(kind, item.seenBy, after)) return fail('NotFound')
  const frozen = refusalOfFrozen(db, ownerOf(kind, after))
  if (frozen) return err(frozen)
  const change = { id: id.value, before: null, after }
  const refusal = refusalOf?.(db, change)
  if (refusal) return err(refusal)
  const names = Object.keys(after)
  prepared(db, `INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `$${name}`)})`).run(after)
  onChange?.(db, change)
  return recorded(db, item, { verb: 'created', id: id.value, before: {}, after: rowOf(values) })
}

export function updateItem(db: Connection, update: ItemUpdate): Changed {
  const { kind, id, values } = update
  const { rowOf, refusalOf, onChange } = tableOf(kind)
  const found = currentRow(db, update)
  if (!found.ok) return found
  const before = found.value
  if (isRowDisabled(before)) return fail('Disabled')
  const set = Object.entries(rowOf(values)).filter(([column, value]) => before[column] !== value)
  if (set.length === 0) return ok(itemOf(db, kind, id))
  const changes = Object.fromEntries(set)
  const change = { id, before, after: { ...before, ...changes } }
  const refusal = refusalOf?.(db, change)
  if (refusal) return err(refusal)
  setColumns(db, update, changes)
  onChange?.(db, change)
  return recorded(db, update, { verb: 'changed', id, before, after: changes })
}

export function deleteItem(db: Connection, item: VersionedItem): Changed {
  const { kind, id } = item
  const { table, key, columns, onChange } = tableOf(kind)
  const found = currentRow(db, item)
  if (!found.ok) return found
  const references = referencesTo(db, item)
  if (references.length > 0) return fail('InUse', { info: references })
  const deleted = itemOf(db, kind, id)
  onChange?.(db, { id, before: found.value, after: found.value })
  prepared(db, `DELETE FROM ${table} WHERE ${key} = ?`).run(toInt(id))
  prepared(db, 'INSERT INTO deleted_ids VALUES (?, ?)').run(table, toInt(id))
  const after = Object.fromEntries(columns.map((column) => [column, null]))
  audit(db, item, { verb: 'deleted', id, before: found.value, after })
  return ok(deleted)
}

export function switchItem(db: Connection, change: ItemSwitch): Changed {
  const { kind, id, isDisabled: wanted, at } = change
  const found = currentRow(db, change)
  if (!found.ok) return found
  if (isRowDisabled(found.value) === wanted) return ok(itemOf(db, kind, id))
  const changes = { disabled_at: wanted ? BigInt(at) : null, ...tableOf(kind).forgets }
  setColumns(db, change, changes)
  tableOf(kind).onChange?.(db, { id, before: found.value, after: { ...found.value, ...changes } })
  return recorded(db, change, { verb: wanted ? 'disabled' : 'enabled', id, before: found.value, after: {} })
}

/** The ID of a new item: the one that is named, or the next after all that were ever used. */
function freeId(db: Connection, { kind, id }: NewItem): Result<Id> {
  const { table, key } = tableOf(kind)
  if (id === null) return nextId(db, table, key)
  const isTaken = prepared(db, `SELECT 1 FROM ${table} WHERE ${key} = ?`).get(toInt(id)) !== undefined
  return namedId(id, { isTaken, isDeleted: isDeletedId(db, table, toInt(id)) })
}

function nextId(db: Connection, table: string, key: string): Result<Id> {
  const { last } = prepared<{ last: bigint }>(
    db,
    `SELECT max((SELECT ifnull(max(${key}), 0) FROM ${table}),
                (SELECT ifnull(max(id), 0) FROM deleted_ids WHERE kind = ?)) AS last`,
  ).get(table) as { last: bigint }
  return idAfter(last)
}

/** The row as it is, if it may be changed and that is the version that the change is based on. */
function currentRow(db: Connection, item: VersionedItem): Result<Row> {
  const row = findRow(db, item)
  if (!row) return fail('NotFound')
  const frozen = refusalOfFrozen(db, ownerOf(item.kind, row))
  if (frozen) return err(frozen)
  return row.version === BigInt(item.version) ? ok(row) : err(staleness(db, item, row))
}

const staleness = (db: Connection, { kind, id, version }: VersionedItem, row: Row): Failure =>
  failureOfCode('PreconditionFailed', {
    info: [`version: is ${row.version} now, not ${version}`],
    value: itemOf(db, kind, id),
  })

const itemOf = (db: Connection, kind: ItemKind, id: Id): Items[ItemKind] =>
  tableOf(kind).read(db, id) as Items[ItemKind]

/** What refers to an item, one line for each kind. */
function referencesTo(db: Connection, { kind, id }: VersionedItem): string[] {
  return tableOf(kind).references.flatMap(({ table, column, noun, count = 'count(*)' }) => {
    const sql = `SELECT ${count} AS rows FROM ${table} WHERE ${column} = ?`
    const { rows } = prepared<{ rows: bigint }>(db, sql).get(toInt(id)) as { rows: bigint }
    return rows === 0n ? [] : [`${noun}: ${rows}`]
  })
}

function setColumns(db: Connection, { kind, id }: VersionedItem, columns: Row): void {
  const { table, key } = tableOf(kind)
  const set = [...Object.keys(columns).map((name) => `${name} = $${name}`), 'version = version + 1']
  prepared(db, `UPDATE ${table} SET ${set} WHERE ${key} = $id`).run({ ...columns, id: toInt(id) })
}

type Verb = 'created' | 'changed' | 'deleted' | 'disabled' | 'enabled'
type Recorded = { readonly verb: Verb; readonly id: Id; readonly before: Row; readonly after: Row }

function recorded(db: Connection, by: By & { readonly kind: ItemKind }, change: Recorded): Changed {
  audit(db, by, change)
  return ok(itemOf(db, by.kind, change.id))
}

/** Records who changed what, with the values that are there no more and those that are new. */
function audit(
  db: Connection,
  { kind, ...by }: By & { readonly kind: ItemKind },
  { verb, id, before, after }: Recorded,
): void {
  const object = tableOf(kind).audited(id, { ...after, ...before })
  const record = recordChange(db, actorIn(by), { ...object, kind: `${kind}.${verb}` as AuditKind })
  record(asAudited(before), asAudited(after))
}
