import { isFrozen, type Reason, wasDeleted } from '../../../import/refusals.ts'
import type { Row } from '../../changed-values.ts'
import { type Outcome, refuseEntry } from '../../put-outcomes.ts'
import { asJson, type SqlQuery } from '../connection.ts'
import { withDerived } from '../derived-columns.ts'
import { effectiveFreezes } from '../reads/freezes.ts'

/** A table, and the columns that a batch puts, the key first. */
type BatchTable = { readonly table: string; readonly columns: readonly [key: string, ...others: string[]] }

type StoredRow = Row & { readonly version: bigint }

type Rules = {
  /** Why it may not be added, or changed from what is stored. */
  readonly refusalOf?: (row: Row, stored: Row | undefined) => Reason
  /** Hears of a stored row that gets other values. */
  readonly onChange?: (before: Row, after: Row) => void
}

/** Rows of a table as they are stored and as a batch leaves them, which is written at once in the end. */
export type RowBatch = {
  /** The row of this key as it is now, if there is one. */
  find(key: bigint): Row | undefined
  /**
   * Puts a row under its key; columns it does not name stay as they are. A change raises its version, and is refused while
   * its tenant, or everything, is frozen.
   */
  put(row: Row, rules?: Rules): Outcome
  store(): Promise<void>
}

export async function openBatch(
  query: SqlQuery,
  { table, columns }: BatchTable,
  ids: readonly string[],
): Promise<RowBatch> {
  const [key] = columns
  const rows = await query<StoredRow>(
    `SELECT ${columns}, version FROM ${table} WHERE ${key} = ANY($ids::bigint[]) ORDER BY ${key} FOR NO KEY UPDATE`,
    { ids },
  )
  const deletedSql = 'SELECT id FROM deleted_ids WHERE kind = $table AND id = ANY($ids::bigint[])'
  const deleted = new Set((await query<{ id: bigint }>(deletedSql, { table, ids })).map(({ id }) => id))
  const freezeOf = await effectiveFreezes(query)
  const stored = new Map(rows.map((row) => [row[key] as bigint, row]))
  const added = new Set<bigint>()
  const changed = new Set<bigint>()

  const rowsOf = (keys: ReadonlySet<bigint>) =>
    [...keys].map((each) => withDerived(table, stored.get(each) as StoredRow))
  return {
    find: (id) => stored.get(id),
    put(row, { refusalOf, onChange } = {}) {
      const id = row[key] as bigint
      const before = stored.get(id)
      if (before && columns.every((column) => before[column] === row[column])) return 'unchanged'
      const freeze = freezeOf((row.tenant_id as bigint | undefined) ?? null)
      if (freeze) return refuseEntry(isFrozen(freeze))
      const reason = refusalOf?.(row, before)
      if (reason) return refuseEntry(reason)
      if (!before && deleted.has(id)) return refuseEntry(wasDeleted(id))
      stored.set(id, { ...row, version: (before?.version ?? 0n) + 1n })
      if (!before) {
        added.add(id)
        return 'added'
      }
      if (!added.has(id)) changed.add(id)
      onChange?.(before, row)
      return 'changed'
    },
    async store() {
      // What a changed row no longer has, such as a name, a new one may take.
      await updateRows(query, { table, key }, rowsOf(changed))
      if (added.size > 0) await insertRows(query, table, rowsOf(added))
    },
  }
}

/** A row that another server stored meanwhile makes it fail, and the batch is judged again. */
export async function insertRows(query: SqlQuery, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] as Row)
  const sql = `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $rows::json)`
  await query(sql, { rows: asJson(rows) })
}

/** One by one, since each may take what the one before gave up; all are sent at once. */
async function updateRows(
  query: SqlQuery,
  { table, key }: { readonly table: string; readonly key: string },
  rows: readonly Row[],
): Promise<void> {
  const set = (row: Row) => Object.keys(row).flatMap((column) => (column === key ? [] : [`${column} = $${column}`]))
  await Promise.all(rows.map((row) => query(`UPDATE ${table} SET ${set(row)} WHERE ${key} = $${key}`, row)))
}
