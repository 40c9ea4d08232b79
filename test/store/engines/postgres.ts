import { createHash } from 'node:crypto'
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { administer } from '../../../server/data-folder.ts'
import { parseDatabaseUrl } from '../../../server/store/database-place.ts'
import { openPostgresStore } from '../../../server/store/postgres/postgres-store.ts'
import type { Anchor, Engine, Everything, Followed, StoredData, Tamper, Truth } from '../engine.ts'
import type { Facts, Kind } from '../facts.ts'
import { startOtherServer } from '../other-server.ts'
import { clusterIn } from '../postgres/cluster.ts'
import { shapes } from './postgres-shapes.ts'
import { type FormName, fromColumn, toColumn } from './sqlite-shapes.ts'

type Members = Readonly<Record<string, readonly [expression: string, form: FormName]>>
/** A fact, and what finds its row again. */
type Located<Fact> = { readonly fact: Fact; readonly key: readonly unknown[] }

const urlFile = (dataDir: string) => join(dataDir, 'store.url')
const anchorFile = (dataDir: string) => join(dataDir, 'audit.anchor')

const nameOf = (dataDir: string) => `d${createHash('sha256').update(basename(dataDir)).digest('hex').slice(0, 20)}`

/** Folders whose databases are there. */
const made = new Map<string, { readonly name: string; readonly url: string }>()

/** The URL of the database that belongs to a folder, which says so; it is made with the folder. */
async function urlOf(dataDir: string): Promise<string> {
  if (existsSync(urlFile(dataDir))) return readFileSync(urlFile(dataDir), 'utf8')
  const { inject } = await import('vitest')
  const cluster = await clusterIn(inject('runFolder'))
  const name = nameOf(dataDir)
  await connected(cluster.url('postgres'), async (client) => {
    await dropAbandoned(client)
    await client.query(`CREATE DATABASE ${name}`)
  })
  const url = cluster.url(name)
  await mkdir(dataDir, { recursive: true })
  writeFileSync(urlFile(dataDir), url)
  made.set(dataDir, { name, url })
  return url
}

/** Drops the databases of folders that are gone. */
async function dropAbandoned(client: pg.Client): Promise<void> {
  for (const [dataDir, { name }] of made) {
    if (existsSync(dataDir)) continue
    made.delete(dataDir)
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  }
}

const integers: readonly number[] = [pg.types.builtins.INT2, pg.types.builtins.INT4, pg.types.builtins.INT8]
const types = {
  getTypeParser: (oid: number, format?: 'text') =>
    integers.includes(oid) ? BigInt : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

/** Works on a connection of its own. */
async function connected<Output>(url: string, work: (client: pg.Client) => Promise<Output>): Promise<Output> {
  const client = new pg.Client({ connectionString: url, types })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const membersOf = (kind: Kind): Members => shapes[kind].members

async function locate<K extends Kind>(client: pg.Client, kind: K): Promise<Located<Facts[K]>[]> {
  const { table, key } = shapes[kind]
  const members = Object.entries(membersOf(kind))
  const columns = [...key, ...members.map(([, [expression]]) => expression)]
  const named = columns.map((expression, place) => `${expression} AS c${place}`)
  const { rows } = await client.query(`SELECT ${named} FROM ${table} ORDER BY ${key}`)
  return rows.map((row) => {
    const values = members.map(([name, [, form]], place) => [name, fromColumn(form, row[`c${key.length + place}`])])
    return { fact: Object.fromEntries(values) as Facts[K], key: key.map((_, place) => row[`c${place}`]) }
  })
}

const factsIn = async <K extends Kind>(client: pg.Client, kind: K) =>
  (await locate(client, kind)).map(({ fact }) => fact)

/** Without what servers store on their own. */
const tablesSql = `
  SELECT relname AS name FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT IN ('token_uses', 'servers', $1) ORDER BY relname`

/** The rows of each table by its name, by one statement for all. */
async function everythingIn(client: pg.Client, but = ''): Promise<Everything> {
  const tables = await client.query<{ name: string }>(tablesSql, [but])
  const all = new Map(tables.rows.map(({ name }) => [name, [] as object[]]))
  const each = [...all.keys()].map((name) => `SELECT '${name}' AS name, t::text AS row FROM ${name} t`)
  const { rows } = await client.query<{ name: string; row: string }>(`${each.join(' UNION ALL ')} ORDER BY 1, 2`)
  for (const { name, row } of rows) all.get(name)?.push({ row })
  return Object.fromEntries(all)
}

/** Over one connection, which stays open. */
function followEverything(dataDir: string): Followed {
  const opened: pg.Client[] = []
  let snapshot = ''
  let everything: Everything = {}
  const open = async () => {
    const client = new pg.Client({ connectionString: await urlOf(dataDir), types })
    client.on('error', () => {})
    await client.connect()
    opened.push(client)
    return client
  }
  return {
    async everything() {
      const client = opened[0] ?? (await open())
      // It differs once a transaction of any database of the server began or ended.
      const { rows } = await client.query<{ now: string }>('SELECT pg_current_snapshot()::text AS now')
      const now = rows[0]?.now ?? ''
      if (now !== snapshot) everything = await everythingIn(client)
      snapshot = now
      return everything
    },
    [Symbol.dispose]: () => opened.forEach((client) => void client.end()),
  }
}

function anchorFrom(file: string): Anchor | null {
  if (!existsSync(file)) return null
  const [, sequence, hash] = /^(\d+) ([0-9a-f]{64})\n$/.exec(readFileSync(file, 'utf8')) ?? []
  return sequence && hash ? { sequence: Number(sequence), hash } : null
}

function truthOf(dataDir: string): Truth {
  const reading = async <Output>(work: (client: pg.Client) => Promise<Output>) => connected(await urlOf(dataDir), work)
  return {
    read: (kind) => reading((client) => factsIn(client, kind)),
    until: (kind, fits) =>
      reading(async (client) => {
        for (;;) {
          const found = (await factsIn(client, kind)).find(fits)
          if (found) return found
          await turn()
        }
      }),
    anchor: async () => anchorFrom(anchorFile(dataDir)),
    everything: (but) => reading((client) => everythingIn(client, but && shapes[but.except].table)),
    follow: () => followEverything(dataDir),
  }
}

const formOf = (kind: Kind, name: string): FormName => (membersOf(kind)[name] as Members[string])[1]

function columnOf(kind: Kind, name: string): string {
  const [expression] = membersOf(kind)[name] as Members[string]
  if (expression.startsWith('(')) throw new Error(`${kind}.${name} stands in another table`)
  return expression
}

/** Checks no foreign key. Servers look up tokens again where these were changed. */
async function unchecked(client: pg.Client, kind: Kind): Promise<void> {
  await client.query("SET session_replication_role = 'replica'")
  if (kind === 'tokens') await client.query('UPDATE installation SET tokens_version = tokens_version + 1')
}

function tamperOf(dataDir: string): Tamper {
  const writing = async <Output>(kind: Kind, work: (client: pg.Client) => Promise<Output>) =>
    connected(await urlOf(dataDir), async (client) => {
      await unchecked(client, kind)
      return work(client)
    })
  const keyCondition = (kind: Kind, from: number) =>
    shapes[kind].key.map((column, place) => `${column} = $${from + place}`).join(' AND ')
  return {
    change: (kind, fits, values) =>
      writing(kind, async (client) => {
        const found = (await locate(client, kind)).filter(({ fact }) => fits(fact))
        const members = Object.entries(values)
        const set = members.map(([name], place) => `${columnOf(kind, name)} = $${place + 1}`)
        const bound = members.map(([name, value]) => toColumn(formOf(kind, name), value))
        const sql = `UPDATE ${shapes[kind].table} SET ${set} WHERE ${keyCondition(kind, bound.length + 1)}`
        for (const { key } of found) await client.query(sql, [...bound, ...key])
        return found.length
      }),
    remove: (kind, fits) =>
      writing(kind, async (client) => {
        const found = (await locate(client, kind)).filter(({ fact }) => fits(fact))
        const sql = `DELETE FROM ${shapes[kind].table} WHERE ${keyCondition(kind, 1)}`
        for (const { key } of found) await client.query(sql, [...key])
        return found.length
      }),
    add: (kind, facts) =>
      writing(kind, async (client) => {
        const names = Object.keys(membersOf(kind))
        const columns = names.map((name) => columnOf(kind, name))
        const sql = `INSERT INTO ${shapes[kind].table} (${columns}) VALUES (${names.map((_, place) => `$${place + 1}`)})`
        for (const fact of facts)
          await client.query(
            sql,
            names.map((name) => toColumn(formOf(kind, name), (fact as Record<string, unknown>)[name])),
          )
      }),
    damageAnchor: async () => truncateSync(anchorFile(dataDir), 30),
    async failActivation(message) {
      const raise = `RAISE EXCEPTION '${message.replaceAll("'", "''")}'`
      await writing('credentials', async (client) => {
        await client.query(`CREATE FUNCTION planted() RETURNS trigger AS $$ BEGIN ${raise}; END $$ LANGUAGE plpgsql`)
        await client.query(
          'CREATE TRIGGER planted BEFORE INSERT ON credentials FOR EACH ROW EXECUTE FUNCTION planted()',
        )
      })
      return {
        undo: () =>
          writing('credentials', async (client) => void (await client.query('DROP FUNCTION planted CASCADE'))),
      }
    },
    async hide(kind) {
      const { table } = shapes[kind]
      await writing(kind, (client) => client.query(`ALTER TABLE ${table} RENAME TO hidden`))
      return {
        undo: () => writing(kind, async (client) => void (await client.query(`ALTER TABLE hidden RENAME TO ${table}`))),
      }
    },
  }
}

/** The time of a killed server is over at once, so that no test waits for it. */
const endLease = (url: string, pid: number): Promise<void> =>
  connected(url, async (client) => {
    await client.query('UPDATE servers SET alive_until = 0 WHERE name LIKE $1', [`%:${pid}`])
  })

/** Holds the lock of the end of the audit, and of all changes of administrators. */
async function holdWrites(dataDir: string): Promise<AsyncDisposable> {
  const client = new pg.Client({ connectionString: await urlOf(dataDir) })
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM audit_head FOR UPDATE')
  return { [Symbol.asyncDispose]: () => client.end() }
}

/** Data in a database that tests may reach in other ways. */
type StoredDatabase = StoredData & { url(): Promise<string> }

const dataOf = (dataDir: string): StoredDatabase => ({
  url: () => urlOf(dataDir),
  truth: truthOf(dataDir),
  tamper: tamperOf(dataDir),
  open: async () =>
    openPostgresStore({ place: parseDatabaseUrl(await urlOf(dataDir)), anchorFile: anchorFile(dataDir) }),
  administration: async () => administer(dataDir, parseDatabaseUrl(await urlOf(dataDir))),
  otherServer: async (options = {}) => {
    const url = await urlOf(dataDir)
    const server = await startOtherServer({ engine: 'postgres', dataDir, ...options })
    return { ...server, kill: () => server.kill().then(() => endLease(url, server.pid)) }
  },
  holdWrites: () => holdWrites(dataDir),
})

/** What is stored in a database that is there already. */
export async function postgresAt(url: string, dataDir: string): Promise<StoredDatabase> {
  await mkdir(dataDir, { recursive: true })
  writeFileSync(urlFile(dataDir), url)
  return dataOf(dataDir)
}

/** A database that any number of servers share. */
export const postgres: Engine<StoredDatabase> = {
  name: 'postgres',
  steps: ['commit'],
  tellsOfCommits: true,
  hasLeases: true,
  dataOf,
}
