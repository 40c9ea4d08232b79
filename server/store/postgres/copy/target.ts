import { DataFolderError } from '../../../platform/data-folder-error.ts'
import { skeletonOf } from '../../../text/skeleton.ts'
import type { Row } from '../../changed-values.ts'
import type { CopiedRow, CopiedTable, CopyTarget } from '../../copied-tables.ts'
import { type DatabasePlace, nameOfDatabase } from '../../database-place.ts'
import type { SqlQuery } from '../connection.ts'
import { tableWithRows } from '../contents.ts'
import { copyCell } from '../copy-in.ts'
import { derivedColumns } from '../derived-columns.ts'
import { asStoreError } from '../fault-of.ts'
import { auditInspection } from '../inspect/audit-links.ts'
import { type CopySession, openCopySession } from './session.ts'

/** Fills an empty database in one transaction, whose COMMIT publishes it: after a kill before that, it is as empty as before. */
export async function openPostgresTarget(
  place: DatabasePlace,
): Promise<{ readonly target: CopyTarget; readonly tables: readonly CopiedTable[] }> {
  const session = await openCopySession(place, 'EXCLUSIVE')
  const { connection, tables, rows } = session
  const { query } = connection
  try {
    await assertEmpty(query, { tables, place })
  } catch (error) {
    await session[Symbol.asyncDispose]()
    throw error
  }
  const target: CopyTarget = {
    name: nameOfDatabase(place),
    fill: (table, batches) => fill(session, table, batches),
    rows,
    async complete({ salt, head }) {
      await query('UPDATE installation SET salt = $salt', { salt })
      if (head) await query('UPDATE audit_head SET sequence = $sequence, hash = $hash', head)
      await continueIdentities(query)
    },
    audit: auditInspection(query),
    publish: () => publish(session, place),
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  }
  return { target, tables }
}

type Empty = { readonly tables: readonly CopiedTable[]; readonly place: DatabasePlace }

async function assertEmpty(query: SqlQuery, { tables, place }: Empty): Promise<void> {
  const table = await tableWithRows(query, tables)
  if (table === null) return
  throw new DataFolderError(
    `${nameOfDatabase(place)} is not empty: its table ${table} has rows`,
    'Name a database that is new, or was only prepared by "strongroom store migrate".',
    'database',
  )
}

/** What the search of names walks, in the form that this engine keeps. */
function ownColumnsOf(table: string, row: Row): Row {
  if (table !== 'operator_tokens') return derivedColumns(table, row)
  const name = `${row.name}`
  return { found_by: name.toLowerCase(), skeleton: skeletonOf(name) }
}

const objectOf = ({ columns }: CopiedTable, row: CopiedRow): Row =>
  Object.fromEntries(columns.map(({ name }, place) => [name, row[place] ?? null]))

const lineOf = (cells: CopiedRow): string =>
  `${cells.map((cell) => (cell === null ? '\\N' : copyCell(cell))).join('\t')}\n`

async function fill({ connection }: CopySession, table: CopiedTable, batches: AsyncIterable<readonly CopiedRow[]>) {
  const own = Object.keys(ownColumnsOf(table.name, { name: '', metadata_json: '{}', address: '' }))
  const isBytes = table.columns.map(({ form }) => form === 'bytes')
  const stored = (row: CopiedRow): CopiedRow => {
    const cells = row.map((cell, place) => (isBytes[place] && cell !== null ? `\\x${cell}` : cell))
    if (own.length === 0) return cells
    const values = ownColumnsOf(table.name, objectOf(table, row))
    return [...cells, ...own.map((name) => (values[name] ?? null) as string | null)]
  }
  async function* lines() {
    for await (const batch of batches) yield batch.map((row) => lineOf(stored(row))).join('')
  }
  const names = [...table.columns.map(({ name }) => name), ...own]
  try {
    await connection.copyIn(`COPY ${table.name} (${names}) FROM STDIN`, lines())
  } catch (error) {
    throw refusedRow(table, error)
  }
}

/** The message of the database may have values of the row. */
function refusedRow({ name }: CopiedTable, error: unknown): unknown {
  const { code } = error as { readonly code?: string }
  if (error instanceof DataFolderError) return error
  if (!/^2[23]/.test(code ?? '')) return asStoreError(error)
  return new DataFolderError(
    `a row of its table ${name} is refused there (${code})`,
    'Nothing was kept. Run "strongroom doctor" on what was to be copied, and repair what it finds.',
  )
}

const identitiesSql = `
  SELECT relname AS table, attname AS column FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE attidentity <> '' AND relnamespace = 'public'::regnamespace`

/** The next number that the database gives follows the copied ones. */
async function continueIdentities(query: SqlQuery): Promise<void> {
  for (const { table, column } of await query<{ table: string; column: string }>(identitiesSql))
    await query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), max(${column})) FROM ${table} HAVING count(*) > 0`,
    )
}

/** Statistics come after the COMMIT, since they would otherwise be those of an empty database. */
async function publish({ connection: { command } }: CopySession, place: DatabasePlace): Promise<void> {
  const tag = await command('COMMIT').catch((error: unknown) => {
    throw new DataFolderError(
      `the answer to the COMMIT was lost, so it is not known whether ${nameOfDatabase(place)} has the copy, which is whole or not there: ${(error as Error).message}`,
      'Copy again: where it is there, that is refused because the database is not empty.',
      'database',
    )
  })
  if (tag !== 'COMMIT') throw new Error(`COMMIT was answered ${tag}`)
  await command('ANALYZE').catch(() => {})
}
