import type { CopiedTable } from '../copied-tables.ts'
import type { SqlQuery } from './connection.ts'
import { copiedTables } from './copy/tables.ts'

/** The first of these tables that has rows; null where none has. */
export async function tableWithRows(query: SqlQuery, tables: readonly CopiedTable[]): Promise<string | null> {
  for (const { name } of tables) {
    const [row] = await query(`SELECT 1 AS found FROM ${name} LIMIT 1`)
    if (row) return name
  }
  return null
}

/** What extensions bring along belongs to no program. */
const tablesSql = `
  SELECT relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
  WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND nspname !~ '^pg_' AND nspname <> 'information_schema'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
  ORDER BY relname LIMIT 1`

/** What keeps a database from being filled like a new one; null where nothing does. */
export async function contentOf(query: SqlQuery): Promise<string | null> {
  const [found] = await query<{ has_schema: boolean }>(`SELECT to_regclass('schema_steps') IS NOT NULL AS has_schema`)
  if (found?.has_schema) {
    const table = await tableWithRows(query, await copiedTables(query))
    return table === null ? null : `its table ${table} has rows`
  }
  const [table] = await query<{ name: string }>(tablesSql)
  return table ? `it has the tables of another program, such as ${table.name}` : null
}
