import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../harness/free-port.ts'
import { initialize, makeFolder, nameOf, type Settings, start, stopCluster } from './cluster.ts'
import type { PostgresPrograms } from './programs.ts'

const run = promisify(execFile)

/** One of the two. */
export type Node = {
  readonly url: string
  start(): Promise<void>
  /** Sets these alone, at once or from its next start on. */
  configure(settings: Settings, options?: { readonly isRunning: boolean }): Promise<void>
  /** Ends it without a checkpoint, as a power cut does. */
  kill(): Promise<void>
  /** Makes a standby the primary. */
  promote(): Promise<void>
}

/** A primary and its streaming standby, and an address that leads to either. */
export type Pair = AsyncDisposable & {
  readonly primary: Node
  readonly standby: Node
  /** Leads new connections there; those that are open stay where they are, unless they are cut. */
  readonly address: { readonly url: string; leadTo(node: Node): void; cut(): void }
}

/** Everything is flushed as usual, since the tests are about what a crash leaves. */
const durable: Settings = ['synchronous_commit=on', 'wal_level=replica', 'max_wal_senders=4', 'hot_standby=on']

type Place = { readonly programs: PostgresPrograms; readonly folder: string; readonly password: string }

async function nodeAt({ programs, folder, password }: Place): Promise<Node & { readonly port: number }> {
  const port = await freePort()
  const data = nameOf(folder)
  return {
    port,
    url: `postgres://owner:${password}@127.0.0.1:${port}/postgres`,
    start: () => start(programs, { data, port, settings: durable }),
    configure: async (settings, { isRunning } = { isRunning: true }) => {
      await writeFile(
        join(data, 'postgresql.auto.conf'),
        settings.map((setting) => `${setting.replace('=', " = '")}'\n`),
      )
      if (isRunning)
        await run(join(programs.folder, 'pg_ctl'), ['reload', '-D', data], { ...programs.user, cwd: data, env: {} })
    },
    kill: () => stopCluster(folder),
    promote: async () => {
      const options = ['promote', '-w', '-t', '300', '-D', data]
      await run(join(programs.folder, 'pg_ctl'), options, { ...programs.user, cwd: data, env: {} })
    },
  }
}

/** Copies the primary, and makes the copy follow it. */
async function copyPrimary({ programs, folder, password }: Place, port: number): Promise<void> {
  const data = nameOf(folder)
  await makeFolder(data, programs.user)
  const from = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'owner']
  const options = { ...programs.user, cwd: data, env: { PGPASSWORD: password } }
  await run(join(programs.folder, 'pg_basebackup'), [...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast'], options)
}

/** Both run in folders that the user of PostgreSQL may write. */
export async function startPair(folders: readonly [string, string], programs: PostgresPrograms): Promise<Pair> {
  const password = randomBytes(16).toString('hex')
  const [first, second] = folders.map((folder) => ({ programs, folder, password })) as [Place, Place]
  await using open = new AsyncDisposableStack()
  await initialize(programs, nameOf(first.folder), password)
  await writeFile(join(nameOf(first.folder), 'pg_hba.conf'), 'host all,replication all 127.0.0.1/32 scram-sha-256\n')
  const primary = await nodeAt(first)
  open.defer(() => stopCluster(first.folder))
  await primary.start()
  await copyPrimary(second, primary.port)
  const standby = await nodeAt(second)
  open.defer(() => stopCluster(second.folder))
  await standby.start()
  const address = open.adopt(await addressOf(primary), ({ close }) => close())
  const owned = open.move()
  return { primary, standby, address, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function addressOf(first: Node) {
  const open = new Set<Socket>()
  let target = new URL(first.url)
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      open.add(socket)
      socket.on('error', () => {}).on('close', () => open.delete(socket))
    }
    client.pipe(database).pipe(client)
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(first.url)
  url.port = `${(server.address() as AddressInfo).port}`
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    leadTo: (node: Node) => {
      target = new URL(node.url)
    },
    cut,
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
