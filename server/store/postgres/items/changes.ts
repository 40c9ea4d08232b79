import type { AuditKind } from '../../../../shared/audit.ts'
import { type Failure, fail, failureOfCode } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { actorIn, type By } from '../../by.ts'
import { changeRecord, type Row } from '../../changed-values.ts'
import { toInt } from '../../integers.ts'
import { asAudited, idAfter, isRowDisabled, isRowSeen, namedId, ownerOf, shapeOf } from '../../item-shapes.ts'
import type { ItemKind, ItemSwitch, Items, ItemUpdate, NewItem, VersionedItem } from '../../items.ts'
import { only, type SqlQuery } from '../connection.ts'
import { derivedColumns, withDerived } from '../derived-columns.ts'
import { lockRestrictions } from '../locks.ts'
import type { Transaction } from '../transact.ts'
import { failureWhileFrozen } from '../writes/frozen.ts'
import { insertRows } from '../writes/row-batch.ts'
import { engineOf, itemRow } from './tables.ts'

type Changed = Promise<Result<Items[ItemKind]>>

async function createItem(transaction: Transaction, item: NewItem): Changed {
  const { query } = transaction
  const { kind, values } = item
  const { table, key, rowOf } = shapeOf(kind)
  const { refusalOf, onChange } = engineOf(kind)
  await lockRestrictions(query)
  const id = await freeIdOf(query, item)
  if (!id.ok) return id
  const after: Row = { [key]: toInt(id.value), ...rowOf(values) }
  if (!isRowSeen(kind, item.seenBy, after)) return fail('NotFound')
  const frozen = await failureWhileFrozen(query, ownerOf(kind, after))
  if (frozen) return err(frozen)
  const change = { id: id.value, before: null, after }
  const refusal = await refusalOf?.(query, change)
  if (refusal) return err(refusal)
  await insertRows(query, table, [withDerived(table, { ...after, version: 1n })])
  await onChange?.(query, change)
  return recorded(transaction, item, { verb: 'created', id: id.value, before: {}, after: rowOf(values) })
}

async function updateItem(transaction: Transaction, update: ItemUpdate): Changed {
  const { query } = transaction
  const { kind, id, values } = update
  const { rowOf } = shapeOf(kind)
  const { refusalOf, onChange } = engineOf(kind)
  const found = await rowToChange(query, update)
  if (!found.ok) return found
  const before = found.value
  if (isRowDisabled(before)) return fail('Disabled')
  const set = Object.entries(rowOf(values)).filter(([column, value]) => before[column] !== value)
  if (set.length === 0) return ok(await itemNow(query, kind, id))
  const changes = Object.fromEntries(set)
  const change = { id, before, after: { ...before, ...changes } }
  const refusal = await refusalOf?.(query, change)
  if (refusal) return err(refusal)
  await storeColumns(query, update, { changes, after: change.after })
  await onChange?.(query, change)
  return recorded(transaction, update, { verb: 'changed', id, before, after: changes })
}

async function deleteItem(transaction: Transaction, item: VersionedItem): Changed {
  const { query } = transaction
  const { kind, id } = item
  const { table, key, columns } = shapeOf(kind)
  const found = await rowToChange(query, item)
  if (!found.ok) return found
  const references = await referencesOf(query, item)
  if (references.length > 0) return fail('InUse', { info: references })
  const deleted = await itemNow(query, kind, id)
  await engineOf(kind).onChange?.(query, { id, before: found.value, after: found.value })
  await query(`DELETE FROM ${table} WHERE ${key} = $id`, { id })
  await query('INSERT INTO deleted_ids VALUES ($table, $id)', { table, id })
  const after = Object.fromEntries(columns.map((column) => [column, null]))
  record(transaction, item, { verb: 'deleted', id, before: found.value, after })
  return ok(deleted)
}

async function switchItem(transaction: Transaction, change: ItemSwitch): Changed {
  const { query } = transaction
  const { kind, id, isDisabled, at } = change
  const found = await rowToChange(query, change)
  if (!found.ok) return found
  if (isRowDisabled(found.value) === isDisabled) return ok(await itemNow(query, kind, id))
  const changes = { disabled_at: isDisabled ? BigInt(at) : null, ...shapeOf(kind).forgets }
  const after = { ...found.value, ...changes }
  await storeColumns(query, change, { changes, after })
  await engineOf(kind).onChange?.(query, { id, before: found.value, after })
  // A server keeps tokens that it looked up; those of a disabled tenant are refused.
  if (kind === 'tenant') await query('UPDATE installation SET tokens_version = tokens_version + 1')
  return recorded(transaction, change, {
    verb: isDisabled ? 'disabled' : 'enabled',
    id,
    before: found.value,
    after: {},
  })
}

/** The ID of a new item: the one that is named, or the next after all that were ever used. */
async function freeIdOf(query: SqlQuery, { kind, id }: NewItem): Promise<Result<Id>> {
  const { table, key } = shapeOf(kind)
  if (id === null) {
    const { last } = only(
      await query<{ last: bigint }>(
        `SELECT greatest((SELECT coalesce(max(${key}), 0) FROM ${table}),
                         (SELECT coalesce(max(id), 0) FROM deleted_ids WHERE kind = $table)) AS last`,
        { table },
      ),
    )
    return idAfter(last)
  }
  const taken = await query(`SELECT FROM ${table} WHERE ${key} = $id`, { id })
  const deleted = await query('SELECT FROM deleted_ids WHERE kind = $table AND id = $id', { table, id })
  return namedId(id, { isTaken: taken.length > 0, isDeleted: deleted.length > 0 })
}

/** The row as it is, if it may be changed and that is the version that the change is based on. */
async function rowToChange(query: SqlQuery, item: VersionedItem): Promise<Result<Row>> {
  await lockRestrictions(query)
  const row = await itemRow(query, item, 'FOR UPDATE')
  if (!row) return fail('NotFound')
  const frozen = await failureWhileFrozen(query, ownerOf(item.kind, row))
  if (frozen) return err(frozen)
  return row.version === BigInt(item.version) ? ok(row) : err(await stalenessOf(query, item, row))
}

const stalenessOf = async (query: SqlQuery, { kind, id, version }: VersionedItem, row: Row): Promise<Failure> =>
  failureOfCode('PreconditionFailed', {
    info: [`version: is ${row.version} now, not ${version}`],
    value: await itemNow(query, kind, id),
  })

const itemNow = async (query: SqlQuery, kind: ItemKind, id: Id): Promise<Items[ItemKind]> =>
  (await engineOf(kind).read(query, id)) as Items[ItemKind]

/** What refers to an item, one line for each kind. */
async function referencesOf(query: SqlQuery, { kind, id }: VersionedItem): Promise<string[]> {
  const lines = shapeOf(kind).references.map(async ({ table, column, noun, count = 'count(*)' }) => {
    const sql = `SELECT (${count})::bigint AS rows FROM ${table} WHERE ${column} = $id`
    const { rows } = only(await query<{ rows: bigint }>(sql, { id }))
    return rows === 0n ? [] : [`${noun}: ${rows}`]
  })
  return (await Promise.all(lines)).flat()
}

type Columns = { readonly changes: Row; readonly after: Row }

async function storeColumns(query: SqlQuery, { kind, id }: VersionedItem, { changes, after }: Columns): Promise<void> {
  const { table, key } = shapeOf(kind)
  const columns = { ...changes, ...derivedColumns(table, after) }
  const set = [...Object.keys(columns).map((name) => `${name} = $${name}`), 'version = version + 1']
  await query(`UPDATE ${table} SET ${set} WHERE ${key} = $id`, { ...columns, id })
}

type Verb = 'created' | 'changed' | 'deleted' | 'disabled' | 'enabled'
type Recorded = { readonly verb: Verb; readonly id: Id; readonly before: Row; readonly after: Row }

async function recorded(transaction: Transaction, by: By & { readonly kind: ItemKind }, change: Recorded): Changed {
  record(transaction, by, change)
  return ok(await itemNow(transaction.query, by.kind, change.id))
}

/** Records who changed what, with the values that are there no more and those that are new. */
function record(
  { audit }: Transaction,
  { kind, ...by }: By & { readonly kind: ItemKind },
  { verb, id, before, after }: Recorded,
): void {
  const object = { ...shapeOf(kind).audited(id, { ...after, ...before }), kind: `${kind}.${verb}` as AuditKind }
  audit(changeRecord(actorIn(by), object, { before: asAudited(before), after: asAudited(after) }))
}

export const itemWrites = { createItem, updateItem, deleteItem, switchItem } as const
