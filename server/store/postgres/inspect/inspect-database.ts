import { anchorState } from '../../anchor-file.ts'
import { type DatabasePlace, nameOfDatabase } from '../../database-place.ts'
import type { Inspection } from '../../inspection.ts'
import { type TokenRow, tokenColumns, toTokenRecord } from '../../rows/tokens.ts'
import { only, openPool, type PooledConnection, type SqlQuery } from '../connection.ts'
import { asStoreError } from '../fault-of.ts'
import { appliedSchema } from '../migrate.ts'
import { credentialReads } from '../reads/credentials.ts'
import { auditInspection } from './audit-links.ts'
import { credentialInspection } from './credential-versions.ts'
import { reserveInspection } from './reserve-transactions.ts'
import { structureInspection } from './structure.ts'

const engineSql = `
  SELECT current_setting('server_version') AS version, current_setting('synchronous_commit') AS commits,
    current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes`

type EngineRow = {
  readonly version: string
  readonly commits: string
  readonly fsync: string
  readonly full_page_writes: string
}

async function engineOf(query: SqlQuery, place: DatabasePlace): Promise<Inspection['engine']> {
  const { version, commits, ...flushes } = only(await query<EngineRow>(engineSql))
  const settings = `synchronous_commit=${commits}, fsync=${flushes.fsync}`
  return {
    name: 'postgres',
    description: `PostgreSQL ${version}, ${nameOfDatabase(place)}, ${settings}`,
    soundness: 'every index and constraint is valid, and no page has a wrong checksum',
    unsafeSettings: Object.entries(flushes).flatMap(([name, value]) => (value === 'off' ? `${name}=off` : [])),
    steps: {
      migrate: 'Run "strongroom store migrate" as the owner of the database.',
      restore: 'Stop all servers and restore the latest dump: see "Back up" in docs/production.md.',
    },
  }
}

/** Holds everything that is read from here on to one moment, for as long as the reader takes. */
async function pin({ command }: PooledConnection): Promise<void> {
  await command('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await command('SET LOCAL idle_in_transaction_session_timeout = 0')
  await command('SET LOCAL statement_timeout = 0')
}

const storeErrors =
  (query: SqlQuery): SqlQuery =>
  async (sql, values) => {
    try {
      return await query(sql, values)
    } catch (error) {
      throw asStoreError(error)
    }
  }

/** Reads a database without changing it, on a connection of its own. */
export async function inspectDatabase(place: DatabasePlace, anchorFile: string): Promise<Inspection> {
  // Before the moment of the database that is read: it then has the record that the anchor names.
  const anchor = anchorState(anchorFile)
  await using made = new AsyncDisposableStack()
  const database = made.adopt(openPool(place, { mostConnections: 1 }), (opened) => opened.close())
  const connection = made.adopt(await database.take(), (taken) => taken.release(true))
  await pin(connection)
  const query = storeErrors(connection.query)
  const engine = await engineOf(query, place)
  const schema = await appliedSchema(query)
  const { countCredentialsByKey, listKeys } = credentialReads(query)
  const owned = made.move()
  return {
    anchor,
    othersWrite: true,
    engine,
    schema,
    ...auditInspection(query),
    ...credentialInspection(query),
    ...reserveInspection(query),
    ...structureInspection(query),
    tokens: async () =>
      (await query<TokenRow>(`SELECT ${tokenColumns} FROM operator_tokens ORDER BY token_id`)).map(toTokenRecord),
    credentialsByKey: async () => new Map((await countCredentialsByKey()).map(({ keyId, pairs }) => [keyId, pairs])),
    keys: listKeys,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
