import { type CopiedRow, type CopiedTable, cellOf, type RowBatches } from '../../copied-tables.ts'
import type { Connection } from '../connection.ts'
import { hashText, type StoredHash, toStoredHash } from '../hashes.ts'
import { type DeclaredColumn, declaredTable } from './tables.ts'

type Value = bigint | string | Uint8Array | null

const rowsAtOnce = 2_000

/** Hashes are declared `ANY`, and kept as bytes where that is shorter. */
const toCell = ({ type }: DeclaredColumn, value: Value): string | null =>
  type === 'ANY' && value !== null ? hashText(value as StoredHash) : cellOf(value)

function toValue({ form, type }: DeclaredColumn, cell: string | null): Value {
  if (cell === null) return null
  if (form === 'bytes') return Buffer.from(cell, 'hex')
  if (type === 'INTEGER') return BigInt(cell)
  return type === 'ANY' ? toStoredHash(cell) : cell
}

/** All rows of a table in the order of its key. */
export function* readRows(db: Connection, copied: CopiedTable): Generator<readonly CopiedRow[]> {
  const { name, columns, key } = declaredTable(db, copied)
  const sql = `SELECT ${columns.map((column) => column.name)} FROM ${name} ORDER BY ${key}`
  let batch: CopiedRow[] = []
  for (const row of db.prepare<[], Value[]>(sql).raw().iterate()) {
    batch.push(columns.map((column, place) => toCell(column, row[place] ?? null)))
    if (batch.length < rowsAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Adds rows to an empty table, some in each transaction. */
export async function writeRows(db: Connection, copied: CopiedTable, batches: RowBatches): Promise<void> {
  const { name, columns } = declaredTable(db, copied)
  const names = columns.map((column) => column.name)
  const insert = db.prepare(`INSERT INTO ${name} (${names}) VALUES (${names.map(() => '?')})`)
  const insertAll = db.transaction((batch: readonly CopiedRow[]) => {
    for (const row of batch) insert.run(columns.map((column, place) => toValue(column, row[place] ?? null)))
  })
  for await (const batch of batches) insertAll(batch)
}
