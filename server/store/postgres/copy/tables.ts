import type { ColumnForm, CopiedTable } from '../../copied-tables.ts'
import type { SqlQuery } from '../connection.ts'

/** What belongs to the servers of one database, or follows from copied rows. */
const ownTables = ['schema_steps', 'installation', 'locks', 'write_tests', 'servers', 'key_holders', 'audit_head']

/** The same of columns; those that the database generates by itself are not named. */
const ownColumns = [
  'tenants.found_by',
  'custodians.found_by',
  'operator_tokens.found_by',
  'operator_tokens.skeleton',
  'wallets.label',
  'wallets.found_by',
  'wallets.found_at',
  'rotations.server_id',
  'open_checks.server_id',
  'attempts.server_id',
]

const columnsSql = `
  SELECT c.relname AS table, a.attname AS name,
    CASE WHEN a.atttypid = 'bytea'::regtype THEN 'bytes' WHEN t.typcategory = 'N' THEN 'digits' ELSE 'text' END AS form,
    (SELECT array_position(i.indkey::int2[], a.attnum) FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary) AS place
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT c.relname = ANY($ownTables::text[])
    AND NOT c.relname || '.' || a.attname = ANY($ownColumns::text[])
  ORDER BY c.relname, a.attnum`

const referencesSql = `
  SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS named
  FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`

type ColumnRow = {
  readonly table: string
  readonly name: string
  readonly form: ColumnForm
  readonly place: bigint | null
}
type ReferenceRow = { readonly table: string; readonly named: string }

/** The tables that a copy has, each behind those that its rows name. */
export async function copiedTables(query: SqlQuery): Promise<readonly CopiedTable[]> {
  const columns = await query<ColumnRow>(columnsSql, { ownTables, ownColumns })
  const references = await query<ReferenceRow>(referencesSql)
  const tables = new Map<string, CopiedTable>()
  for (const [name, rows] of Map.groupBy(columns, ({ table }) => table)) tables.set(name, tableOf(name, rows))
  return behindNamed(tables, references)
}

function tableOf(name: string, rows: readonly ColumnRow[]): CopiedTable {
  const inKey = rows.filter(({ place }) => place !== null).sort((one, other) => Number(one.place) - Number(other.place))
  const columns = rows.map((row) => ({ name: row.name, form: row.form }))
  return { name, columns, key: inKey.map((row) => row.name) }
}

function behindNamed(
  tables: ReadonlyMap<string, CopiedTable>,
  references: readonly ReferenceRow[],
): readonly CopiedTable[] {
  const ordered = new Set<CopiedTable>()
  const put = (name: string) => {
    const table = tables.get(name)
    if (!table || ordered.has(table)) return
    for (const { table: from, named } of references) if (from === name) put(named)
    ordered.add(table)
  }
  for (const name of tables.keys()) put(name)
  return [...ordered]
}
