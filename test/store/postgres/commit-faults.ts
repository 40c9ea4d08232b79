import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Store } from '../../../server/store/store.ts'
import type { OtherServer, OtherServerOptions } from '../engine.ts'
import { postgres } from '../engines/postgres.ts'
import { type Moment, moments, type Strike, type StruckConnection, startCommitProxy } from './commit-proxy.ts'

/** What happens to a server or its connection. */
export const blows = ['server killed', 'connection cut', 'backend ended', 'server stopped and woken'] as const
export type Blow = (typeof blows)[number]

/** A blow at a moment of a COMMIT. */
export type CommitFault = { readonly blow: Blow; readonly moment: Moment }

export const commitFaults: readonly CommitFault[] = blows.flatMap((blow) => moments.map((moment) => ({ blow, moment })))

async function query(url: string, sql: string, values: readonly unknown[]): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Until the database has ended the connection, as it does with one that stands still in a transaction. */
export async function untilGone(url: string, { backend }: StruckConnection): Promise<void> {
  while ((await query(url, 'SELECT 1 FROM pg_stat_activity WHERE pid = $1', [backend])).length > 0) await sleep(50)
}

export type Target = {
  /** Of the database, without the proxy. */
  readonly url: string
  /** The process of the server that is struck. */
  readonly pid: number
  /** Called while a server is stopped; it is woken once this resolves. */
  readonly whileStopped?: () => Promise<void>
}

/** Strikes a server at one of its connections. */
export const strikeWith =
  ({ blow, moment }: CommitFault, { url, pid, whileStopped }: Target): Strike =>
  async (connection) => {
    if (blow === 'server killed') process.kill(pid, 'SIGKILL')
    if (blow === 'connection cut') connection.cut()
    if (blow === 'backend ended') {
      connection.dropAnswer()
      await query(url, 'SELECT pg_terminate_backend($1)', [connection.backend])
    }
    if (blow !== 'server stopped and woken') return
    process.kill(pid, 'SIGSTOP')
    try {
      if (moment === 'before') await untilGone(url, connection)
      await whileStopped?.()
    } finally {
      connection.goOn()
      process.kill(pid, 'SIGCONT')
    }
  }

/** A server in a process of its own, whose connections and process meet faults; after a kill it is started again. */
export type FaultyServer = AsyncDisposable & {
  store(): Promise<Store>
  /** What happens at its next COMMIT. */
  strike(fault: CommitFault): Promise<void>
  /** Resolves once it happened; rejects where there was no COMMIT. */
  struck(): Promise<void>
}

export async function startFaultyServer(url: string, options: OtherServerOptions = {}): Promise<FaultyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-faulty-'))
  const proxy = await startCommitProxy(url)
  await writeFile(join(folder, 'store.url'), proxy.url)
  let server: OtherServer | null = null
  let lastPid = 0
  const running = async () => {
    // The time of a killed server is over at once, so that the next one is the only one.
    if (!server) await query(url, 'UPDATE servers SET alive_until = 0 WHERE name LIKE $1', [`%:${lastPid}`])
    server ??= await postgres.dataOf(folder).otherServer(options)
    const started = server
    lastPid = started.pid
    void started.ended.then(() => {
      if (server === started) server = null
    })
    return started
  }
  return {
    store: async () => (await running()).store,
    async strike(fault) {
      const { pid } = await running()
      proxy.strike({ moment: fault.moment, strike: strikeWith(fault, { url, pid }) })
    },
    async struck() {
      if (proxy.isArmed) throw new Error('there was no COMMIT to strike at')
      await proxy.struck()
    },
    async [Symbol.asyncDispose]() {
      await server?.[Symbol.asyncDispose]()
      await proxy[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}
