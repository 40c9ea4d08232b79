import { readFileSync } from 'node:fs'
import pg from 'pg'
import { Secret } from '../../../shared/secret.ts'
import { modernTls } from '../../../shared/tls.ts'
import { readSecretFile } from '../../vault/holders/secret-file.ts'
import type { DatabasePlace } from '../database-place.ts'
import { type CopyChunks, copyInto } from './copy-in.ts'
import { asStoreError, isConnectionLost, isOfStandby, isPlanOutdated, isUnanswered } from './fault-of.ts'
import { findPrimary, type PrimaryFinder } from './primary.ts'
import { commandLimits, type TimeLimits, within } from './time-limits.ts'

/** The values of `$name` in a statement. */
type Values = Readonly<Record<string, unknown>>

/**
 * Runs one statement. Integers come as bigint, as from SQLite; numeric is text. Where `mostToAnswer` is stated, a connection
 * that has not answered in so many milliseconds is closed.
 */
export type SqlQuery = <Row>(sql: string, values?: Values, mostToAnswer?: number) => Promise<readonly Row[]>

/** One connection, on which what is asked is sent at once and answered in that order. */
export type PooledConnection = {
  readonly query: SqlQuery
  /** The tag of a command without rows; COMMIT of a failed transaction answers ROLLBACK. */
  command(sql: string): Promise<string>
  /** Runs `COPY ... FROM STDIN`; nothing else may be asked until it has ended. */
  copyIn(sql: string, lines: CopyChunks): Promise<void>
  /** What the server said in addition since the connection was taken. */
  readonly notices: readonly string[]
  /** Gives it back; one that is broken is closed. */
  release(isBroken: boolean): void
}

export type Database = {
  /** Runs one statement on any connection, and once more if that is lost or a table was changed. Throws a `StoreError`. */
  readonly read: SqlQuery
  take(): Promise<PooledConnection>
  /** Which host its connections lead to. */
  readonly found: PrimaryFinder
  /** How many are used, open for the next use, and waited for. */
  connections(): { readonly active: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

/** Milliseconds. A server that stands still in a transaction must not hold up the others for longer. */
const mostIdle = 3_000

const { INT2, INT4, INT8 } = pg.types.builtins
const integers: readonly number[] = [INT2, INT4, INT8]

const types = {
  getTypeParser: (oid: number, format?: 'text') =>
    integers.includes(oid) ? BigInt : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

/** A statement as PostgreSQL takes it: with a name, under which each connection prepares it once, and numbers for values. */
type Statement = { readonly name?: string; readonly text: string; readonly parameters: readonly string[] }

const statements = new Map<string, Statement>()
let lastName = 0
/** Those of rare filters and long queries are not kept. */
const mostStatements = 400

function statementOf(sql: string): Statement {
  const known = statements.get(sql)
  if (known) return known
  const parameters: string[] = []
  const text = sql.replace(/\$([a-z]\w*)/gi, (_, name: string) => {
    if (!parameters.includes(name)) parameters.push(name)
    return `$${parameters.indexOf(name) + 1}`
  })
  if (statements.size === mostStatements) return { text, parameters }
  lastName += 1
  const statement = { name: `s${lastName}`, text, parameters }
  statements.set(sql, statement)
  return statement
}

/** Without one, pg takes that of PGPASSWORD. Throws a `KeyError` where its file is not private, or not there. */
function passwordOf({ password }: DatabasePlace): Pick<pg.PoolConfig, 'password'> {
  if (!password) return {}
  const read = () => (password instanceof Secret ? password : readSecretFile(password.file)).reveal()
  read()
  return { password: read }
}

function tlsOf({ tls }: DatabasePlace): Pick<pg.PoolConfig, 'ssl'> {
  if (!tls) return { ssl: false }
  const { rootCertFile } = tls
  return { ssl: { ...modernTls, ...(rootCertFile && { ca: readFileSync(rootCertFile, 'utf8') }) } }
}

type Client = Pick<pg.ClientBase, 'query'>

const queryOn =
  (client: Client): SqlQuery =>
  async <Row>(sql: string, values: Values = {}, mostToAnswer = Number.POSITIVE_INFINITY) => {
    const { parameters, ...statement } = statementOf(sql)
    const bound = mostToAnswer !== Number.POSITIVE_INFINITY && { query_timeout: mostToAnswer }
    const asked = client.query({ ...statement, ...bound, types, values: parameters.map((each) => values[each]) })
    const { rows } = await asked.catch(forgetOutdated)
    return rows as Row[]
  }

/** From now on, all statements have new names, under which each connection prepares them again. */
function forgetOutdated(error: unknown): never {
  if (isPlanOutdated(error)) statements.clear()
  throw error
}

function connectionOf(client: pg.PoolClient): PooledConnection {
  const notices: string[] = []
  const onNotice = ({ message }: { readonly message?: string | undefined }) => void notices.push(message ?? '')
  client.on('notice', onNotice)
  return {
    query: queryOn(client),
    command: async (sql) => (await client.query(sql)).command,
    copyIn: (sql, lines) => copyInto(client, sql, lines),
    notices,
    release(isBroken) {
      client.off('notice', onNotice)
      client.release(isBroken)
    },
  }
}

/**
 * What a commit and a table's name mean does not depend on the settings of a role or database: COMMIT is answered once it is
 * durable, here and where `synchronous_standby_names` says.
 */
const fixedSettings = '-c synchronous_commit=on -c search_path=public'

type PoolOptions = {
  readonly mostConnections?: number
  readonly limits?: TimeLimits
  /** Whether a standby is refused also where the place names only one host. */
  readonly needsPrimary?: boolean
  /** Whether connections stay open while nothing is asked. */
  readonly staysOpen?: boolean
  /** Called with each new connection before it is used, and may refuse it. */
  readonly onConnected?: (query: SqlQuery) => Promise<void>
  /** That of another pool of the same place: where one leaves a host, so does the other. */
  readonly found?: PrimaryFinder
}

type Options = Required<Omit<PoolOptions, 'found'>>

function poolOf(place: DatabasePlace, options: Options, found: PrimaryFinder) {
  const { mostConnections, limits, needsPrimary, staysOpen, onConnected } = options
  const { hosts, user, database } = place
  const onConnect = async (client: pg.ClientBase) => {
    if (needsPrimary || hosts.length > 1) await found.assertPrimary(client)
    await onConnected(queryOn(client))
  }
  const pool = new pg.Pool({
    Client: found.Client,
    onConnect,
    user,
    database,
    ...passwordOf(place),
    ...tlsOf(place),
    max: mostConnections,
    ...(staysOpen && { idleTimeoutMillis: 0 }),
    keepAlive: true,
    application_name: 'strongroom',
    options: fixedSettings,
    // What is asked at once goes out in one packet, and no question waits for the answer to the one before.
    pipeline: true,
    connectionTimeoutMillis: limits.connection,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: mostIdle,
  } as pg.PoolConfig)
  // Without a listener, a connection that is lost would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** Where an address fails, or leads to no primary, the next one is tried at once. */
async function connectTo(pool: pg.Pool, found: PrimaryFinder, tries = 1): Promise<pg.PoolClient> {
  const { generation } = found
  let client: pg.PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    if (tries >= found.addresses() || !(isConnectionLost(error) || isOfStandby(error))) throw error
    found.leave(generation)
    return connectTo(pool, found, tries + 1)
  }
  if (found.isCurrent(client)) return client
  client.release(true)
  return connectTo(pool, found, tries)
}

type Asking = {
  readonly connect: () => Promise<pg.PoolClient>
  readonly found: PrimaryFinder
  readonly limits: TimeLimits
}

/** Runs one statement on a connection that is given back. */
const queryWith =
  ({ connect, found, limits }: Asking): SqlQuery =>
  async <Row>(sql: string, values?: Values, mostToAnswer = limits.answer) => {
    const client = await connect()
    const { generation } = found
    try {
      const rows = await queryOn(client)<Row>(sql, values, mostToAnswer)
      client.release()
      return rows
    } catch (error) {
      client.release(true)
      // The other connections stand still too if the host is gone; its name may lead to another by now.
      if (isUnanswered(error)) found.leave(generation)
      throw error
    }
  }

const defaults: Options = {
  mostConnections: 16,
  limits: commandLimits,
  needsPrimary: false,
  staysOpen: false,
  onConnected: async () => {},
}

/** Connects as needed; nothing is asked of the database yet. Throws where a file of the place cannot be used. */
export function openPool(place: DatabasePlace, given: PoolOptions = {}): Database {
  const options = { ...defaults, ...given }
  const { limits } = options
  const found = given.found ?? findPrimary(place.hosts, limits.connection)
  const pool = poolOf(place, options, found)
  let isResolved = false
  const connect = async () => {
    if (!isResolved) await within(limits.connection, found.resolve()).catch(() => {})
    isResolved = true
    return connectTo(pool, found)
  }
  const ask = queryWith({ connect, found, limits })
  const read: SqlQuery = async <Row>(...asked: Parameters<SqlQuery>) => {
    const answered = ask<Row>(...asked).catch((error: unknown) => {
      if (isConnectionLost(error) || isPlanOutdated(error)) return ask<Row>(...asked)
      throw error
    })
    try {
      return await within(limits.answer, answered)
    } catch (error) {
      throw asStoreError(error)
    }
  }
  return {
    read,
    found,
    take: async () => connectionOf(await connect()),
    connections: () => {
      const { totalCount, idleCount, waitingCount } = pool
      return { active: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
    close: () => pool.end(),
  }
}

/** The row that is there. */
export const only = <Row>(rows: readonly Row[]): Row => rows[0] as Row

/** Rows as one value of a statement, which reads them with `json_populate_recordset`. */
export const asJson = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value) => {
    if (typeof value === 'bigint') return `${value}`
    return typeof value === 'string' ? value.toWellFormed() : value
  })
