import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, PooledConnection, SqlQuery } from './connection.ts'
import { asStoreError, mayPass } from './fault-of.ts'

/** Milliseconds between two looks at an index that another server builds. */
const betweenLooks = 500

const creating = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+)/

type State = { readonly is_valid: boolean; readonly is_being_built: boolean }

const stateSql = `
  SELECT i.indisvalid AS is_valid,
    EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.index_relid = i.indexrelid) AS is_being_built
  FROM pg_index i WHERE i.indexrelid = to_regclass($name)`

/** Builds each index of these statements while others read and write the table; those that are there stay as they are. */
export async function buildIndexes(database: Database, sql: string): Promise<void> {
  const statements = sql
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
  const connection = await database.take()
  try {
    // However long it takes: no request waits for it.
    await connection.command('SET statement_timeout = 0')
    await connection.command('SET lock_timeout = 0')
    for (const statement of statements) if (statement !== '') await build(connection, statement)
  } catch (error) {
    throw asStoreError(error)
  } finally {
    connection.release(true)
  }
}

/** Builds until the index is valid: what a stopped command left unfinished is dropped, what another builds is waited for. */
async function build({ query, command }: PooledConnection, statement: string): Promise<void> {
  const [, name] = creating.exec(statement) ?? []
  if (!name) throw new TypeError(`not in a transaction, and builds no index: ${statement}`)
  for (;;) {
    const state = await stateOf(query, name)
    if (state?.is_valid) return
    if (state?.is_being_built) await sleep(betweenLooks)
    else if (state) await command(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
    else await command(statement).catch(rejectUnlessPassing)
  }
}

/** Two that build indexes of one table at once can wait for each other. */
function rejectUnlessPassing(error: unknown): void {
  if (!mayPass(error)) throw error
}

const stateOf = async (query: SqlQuery, name: string): Promise<State | undefined> =>
  (await query<State>(stateSql, { name }))[0]
