import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { parseDatabaseUrl } from '../../server/store/database-place.ts'
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts'
import type { Store } from '../../server/store/store.ts'
import { freePort } from '../harness/free-port.ts'
import { initialize, nameOf, type Settings, start, stopCluster } from '../store/postgres/cluster.ts'
import type { PostgresPrograms } from '../store/postgres/programs.ts'

/** A server of PostgreSQL for one benchmark. */
export type BenchCluster = AsyncDisposable & {
  readonly password: string
  /** The URL of a new database, with the password. */
  create(): Promise<string>
}

export type ClusterOptions = {
  readonly programs: PostgresPrograms
  readonly parent: string
  readonly settings: Settings
}

export async function startBenchCluster({ programs, parent, settings }: ClusterOptions): Promise<BenchCluster> {
  const folder = await mkdtemp(join(parent, 'strongroom-bench-postgres-'))
  const password = randomBytes(16).toString('hex')
  const data = nameOf(folder)
  await initialize(programs, data, password)
  const port = await freePort()
  await start(programs, { data, port, settings })
  const urlOf = (name: string) => `postgres://owner:${password}@127.0.0.1:${port}/${name}`
  let databases = 0
  return {
    password,
    async create() {
      databases += 1
      const name = `bench_${databases}`
      const client = new pg.Client(urlOf('postgres'))
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return urlOf(name)
    },
    async [Symbol.asyncDispose]() {
      await stopCluster(folder)
      await rm(folder, { recursive: true })
    },
  }
}

/** A store over a database, with an anchor of its own below a folder. */
export const openStoreAt = async (url: string, folder: string): Promise<Store> =>
  openPostgresStore({
    place: parseDatabaseUrl(url),
    anchorFile: join(await mkdtemp(join(folder, 'anchor-')), 'audit.anchor'),
  })

/** Milliseconds that one question after another takes there and back. */
export async function roundTripOf(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const times: number[] = []
  for (let asked = 0; asked < 500; asked += 1) {
    const sentAt = performance.now()
    await client.query({ name: 'trip', text: 'SELECT tokens_version FROM installation' })
    times.push(performance.now() - sentAt)
  }
  await client.end()
  return times.sort((one, other) => one - other)[250] as number
}
