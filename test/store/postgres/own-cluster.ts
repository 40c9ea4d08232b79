import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../harness/free-port.ts'
import { initialize, nameOf, type Settings, start, stopCluster } from './cluster.ts'
import type { PostgresPrograms } from './programs.ts'

/** A server of PostgreSQL of one test. */
export type OwnCluster = AsyncDisposable & {
  /** Of its one database, as its superuser. */
  readonly url: string
  /** Sends a signal to all its processes. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Makes a database whose tables are alone on the disk of that folder; answers its URL. */
  createOn(folder: string): Promise<string>
  /** Leaves its tables no room; `undo` gives it back. */
  fillDisk(databaseUrl: string): Promise<{ undo(): Promise<void> }>
  /** Keeps the log of all changes in that folder from now on; it is restarted for that. */
  moveLogTo(folder: string): Promise<void>
  /** Begins another file of the log. */
  switchLog(): Promise<void>
  /** Resolves once it takes connections again; it is started where it ended. */
  untilBack(): Promise<void>
  /** Ends all connections, and takes every one that it accepts. */
  occupyConnections(): Promise<AsyncDisposable>
}

type Options = { readonly programs: PostgresPrograms; readonly settings?: Settings }

export async function startOwnCluster(folder: string, { programs, settings = [] }: Options): Promise<OwnCluster> {
  const password = randomBytes(16).toString('hex')
  const data = nameOf(folder)
  await initialize(programs, data, password)
  const port = await freePort()
  await start(programs, { data, port, settings })
  const url = `postgres://owner:${password}@127.0.0.1:${port}/postgres`
  return {
    url,
    signal: (signal) => {
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
      for (const each of [pid, ...children]) process.kill(Number(each), signal)
    },
    createOn: async (small) => {
      const name = 'small'
      await chmod(join(small, '..'), 0o755)
      await mkdir(join(small, 'tables'))
      if (programs.user) await chown(join(small, 'tables'), programs.user.uid, programs.user.gid)
      await run(url, [
        `CREATE TABLESPACE ${name} LOCATION '${join(small, 'tables')}'`,
        `CREATE DATABASE ${name} TABLESPACE ${name}`,
      ])
      return url.replace(/postgres$/, name)
    },
    fillDisk: async (databaseUrl) => {
      await run(databaseUrl, ['CREATE TABLE filler (text text)'])
      const fill = () => run(databaseUrl, ["INSERT INTO filler SELECT repeat('x', 500) FROM generate_series(1, 1000)"])
      while (await fill().then(...isSuccess));
      return { undo: () => run(databaseUrl, ['DROP TABLE filler']) }
    },
    moveLogTo: async (other) => {
      await stopCluster(folder)
      const log = join(data, 'pg_wal')
      await cp(log, join(other, 'pg_wal'), { recursive: true })
      if (programs.user) await promisify(execFile)('chown', ['-R', `${programs.user.uid}:${programs.user.gid}`, other])
      await chmod(join(other, '..'), 0o755)
      await rm(log, { recursive: true })
      await symlink(join(other, 'pg_wal'), log)
      await start(programs, { data, port, settings })
    },
    switchLog: () => run(url, ['SELECT pg_switch_wal()']),
    untilBack: async () => {
      for (;;) {
        const isBack = await run(url, []).then(...isSuccess)
        if (isBack) return
        if (!existsSync(join(data, 'postmaster.pid'))) await start(programs, { data, port, settings })
        await sleep(100)
      }
    },
    occupyConnections: () => occupyConnections(url),
    [Symbol.asyncDispose]: () => stopCluster(folder),
  }
}

const isSuccess = [() => true, () => false] as const

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function occupyConnections(url: string): Promise<AsyncDisposable> {
  const taken: pg.Client[] = []
  const take = async () => {
    const client = new pg.Client(url)
    client.on('error', () => {})
    await client.connect()
    taken.push(client)
    return client
  }
  const first = await take()
  const takeAll = async () => {
    for (;;) {
      if (!(await take().then(...isSuccess))) return
    }
  }
  // One that the server makes again before it is taken is ended in the next turn.
  const endSql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'strongroom'"
  while ((await first.query(endSql)).rowCount !== 0) await takeAll()
  return {
    async [Symbol.asyncDispose]() {
      for (const client of taken) await client.end()
    },
  }
}
