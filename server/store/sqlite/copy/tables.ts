import type { CopiedColumn, CopiedTable } from '../../copied-tables.ts'
import type { Connection } from '../connection.ts'

/** Tables that have another name here. */
const otherNames: Readonly<Record<string, string>> = { idempotency_records: 'kept_answers' }

/** What follows from copied rows; the search index is written with them. */
const ownTables = /^(installation|\w+_text(_\w+)?|sqlite_\w+)$/
const ownColumns: readonly string[] = ['operator_tokens.skeleton']

/** A column of a copied table as it is declared here. */
export type DeclaredColumn = CopiedColumn & { readonly type: string }

export type DeclaredTable = Omit<CopiedTable, 'columns'> & { readonly columns: readonly DeclaredColumn[] }

type ColumnRow = { readonly name: string; readonly type: string; readonly hidden: bigint }

function columnsOf(db: Connection, table: string): ReadonlyMap<string, string> {
  const rows = db.pragma(`table_xinfo(${table})`) as ColumnRow[]
  const own = rows.filter(({ name, hidden }) => hidden === 0n && !ownColumns.includes(`${table}.${name}`))
  return new Map(own.map(({ name, type }) => [name, type]))
}

/** The copied table by the names that it has here. Throws where a column is missing or would be lost, which is a bug. */
export function declaredTable(db: Connection, table: CopiedTable): DeclaredTable {
  const name = otherNames[table.name] ?? table.name
  const types = columnsOf(db, name)
  const lost = [...types.keys()].find((column) => !table.columns.some((each) => each.name === column))
  if (lost) throw new Error(`column ${name}.${lost} would be lost`)
  const columns = table.columns.map((column) => {
    const type = types.get(column.name)
    if (type === undefined) throw new Error(`there is no column ${name}.${column.name}`)
    return { ...column, type }
  })
  return { name, columns, key: table.key }
}

/** Throws where a table here is none of those that are copied, which is a bug. */
export function assertAllCopied(db: Connection, tables: readonly CopiedTable[]): void {
  const copied = new Set(tables.map((table) => declaredTable(db, table).name))
  const all = db.prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const lost = all.find(({ name }) => !ownTables.test(name) && !copied.has(name))
  if (lost) throw new Error(`table ${lost.name} would be lost`)
}
