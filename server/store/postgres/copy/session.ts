import { DataFolderError } from '../../../platform/data-folder-error.ts'
import { type CopiedRow, type CopiedTable, cellOf, type RowBatches } from '../../copied-tables.ts'
import { type DatabasePlace, nameOfDatabase } from '../../database-place.ts'
import type { StoreError } from '../../store-error.ts'
import { only, openPool, type PooledConnection, type SqlQuery } from '../connection.ts'
import { explained } from '../explained.ts'
import { asStoreError, isConnectionLost } from '../fault-of.ts'
import { databaseTime } from '../lease.ts'
import { copiedTables } from './tables.ts'

/** One transaction over every table, on a connection of its own. */
export type CopySession = AsyncDisposable & {
  readonly connection: PooledConnection
  readonly tables: readonly CopiedTable[]
  rows(table: CopiedTable): RowBatches
}

type LockMode = 'SHARE' | 'EXCLUSIVE'

const isOwnerSql = `
  SELECT pg_has_role(current_user, relowner, 'MEMBER') AS is_owner FROM pg_class WHERE oid = 'audit'::regclass`

const everyTableSql = `
  SELECT string_agg(quote_ident(relname), ', ') AS names
  FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`

/** Holds every table, so that no one else writes until this is disposed of. Refuses a database that is served. */
export function openCopySession(place: DatabasePlace, mode: LockMode): Promise<CopySession> {
  return explained(place, async () => {
    await using made = new AsyncDisposableStack()
    const pool = made.adopt(openPool(place, { mostConnections: 1, needsPrimary: true }), (opened) => opened.close())
    const taken = made.adopt(await pool.take(), (given) => given.release(true))
    const connection = explaining(taken, place)
    await assertOwner(connection.query, place)
    await lockAll(connection, mode)
    await assertNotServed(connection.query, place)
    const tables = await copiedTables(connection.query)
    const owned = made.move()
    return {
      connection,
      tables,
      rows: (table) => rowsOf(connection, table),
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    }
  })
}

/** The same connection, which throws what a person can act on. */
const explaining = (connection: PooledConnection, place: DatabasePlace): PooledConnection => ({
  ...connection,
  query: (sql, values) => whileCopying(place, () => connection.query(sql, values)),
  command: (sql) => whileCopying(place, () => connection.command(sql)),
  copyIn: (sql, lines) => whileCopying(place, () => connection.copyIn(sql, lines)),
})

const whileCopying = <Output>(place: DatabasePlace, work: () => Promise<Output>): Promise<Output> =>
  explained(place, () =>
    work().catch((error: unknown) => {
      throw isConnectionLost(error) ? lost(place, asStoreError(error)) : error
    }),
  )

const lost = (place: DatabasePlace, { detail }: StoreError) =>
  new DataFolderError(
    `the connection to ${nameOfDatabase(place)} was lost during the copy (${detail})`,
    'Nothing was kept. Check that the database runs and that nothing ends its connections, then copy again.',
    'database',
  )

async function assertOwner(query: SqlQuery, place: DatabasePlace): Promise<void> {
  if (only(await query<{ is_owner: boolean }>(isOwnerSql)).is_owner) return
  throw new DataFolderError(
    `user "${place.user}" does not own the tables of ${nameOfDatabase(place)}, and so may not lock them for a copy`,
    'Name their owner in the URL, as for "strongroom store migrate".',
    'database',
  )
}

/** The locks come before the first look at any row, so that nothing is stored between both. */
async function lockAll({ command, query }: PooledConnection, mode: LockMode): Promise<void> {
  const { names } = only(await query<{ names: string }>(everyTableSql))
  await command('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await command('SET LOCAL idle_in_transaction_session_timeout = 0')
  await command('SET LOCAL statement_timeout = 0')
  await command(`LOCK TABLE ${names} IN ${mode} MODE`)
}

async function assertNotServed(query: SqlQuery, place: DatabasePlace): Promise<void> {
  const [server] = await query<{ name: string }>(`SELECT name FROM servers WHERE alive_until >= ${databaseTime}`)
  if (!server) return
  throw new DataFolderError(
    `${nameOfDatabase(place)} is served by ${server.name}`,
    'Stop all its servers; one that was killed counts as stopped after nine seconds. Then copy again.',
    'database',
  )
}

const rowsAtOnce = 2_000

/** Text is ordered by its bytes, as the other engine does. */
const orderOf = ({ columns, key }: CopiedTable) =>
  key.map((name) => (columns.find((column) => column.name === name)?.form === 'text' ? `${name} COLLATE "C"` : name))

async function* rowsOf({ command, query }: PooledConnection, table: CopiedTable): AsyncGenerator<readonly CopiedRow[]> {
  const names = table.columns.map(({ name }) => name)
  const cursor = `copied_${table.name}`
  await command(`DECLARE ${cursor} CURSOR FOR SELECT ${names} FROM ${table.name} ORDER BY ${orderOf(table)}`)
  for (;;) {
    const rows = await query<Readonly<Record<string, unknown>>>(`FETCH ${rowsAtOnce} FROM ${cursor}`)
    if (rows.length === 0) break
    yield rows.map((row) => names.map((name) => cellOf(row[name])))
  }
  await command(`CLOSE ${cursor}`)
}
