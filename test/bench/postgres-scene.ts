import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyFile } from '../../server/vault/key-file.ts'
import type { PostgresPrograms } from '../store/postgres/programs.ts'
import { saveAnswer, startFilled, subjectOf } from './cached-reads-bench.ts'
import { type ChildServer, startAskingServer, startBareServer, startStrongroom } from './child-server.ts'
import { type CpuGroup, cpuGroupOf, noCpuGroups } from './cpu-group.ts'
import { createToken, fillReserves, fillWallets, walletsPath } from './fill.ts'
import type { Lane } from './lane.ts'
import { chooseGenerator, type Load } from './load.ts'
import { type BenchCluster, openStoreAt, startBenchCluster } from './postgres-cluster.ts'

const wallets = 100
const transactions = 10_000
export const connections = 128

export type Target = { readonly servers: readonly ChildServer[]; readonly token: string }

export type Scene = AsyncDisposable & {
  readonly lane: Lane['load']
  readonly databaseUrl: string
  readonly sqlite: Target
  readonly single: Target
  readonly both: Target
  /** Bare servers, of which the second asks a question of the database before each answer. */
  readonly bare: Target
  readonly asking: Target
  /** Of the two servers on PostgreSQL; empty where there are none. */
  readonly groups: readonly CpuGroup[]
}

type Options = { readonly lane: Lane['load']; readonly folder: string; readonly programs: PostgresPrograms }

/** Servers that have answered for a while. */
export async function openScene({ lane, folder, programs }: Options): Promise<Scene> {
  await using made = new AsyncDisposableStack()
  const cluster = made.use(await startBenchCluster({ programs, parent: tmpdir(), settings: [] }))
  const plain = made.use(await startFilled(join(folder, 'sqlite')))
  const databaseUrl = await cluster.create()
  const token = await fillAt(databaseUrl, folder)
  const groups: CpuGroup[] = []
  const startServer = async (name: string) => {
    const server = await startOn(cluster, databaseUrl, join(folder, name))
    if (!noCpuGroups) groups.push(made.use(cpuGroupOf(server.pid)))
    return made.use(server)
  }
  const one = await startServer('one')
  const other = await startServer('other')
  const bodyFile = join(folder, 'wallets.json')
  await saveAnswer(subjectOf(plain, walletsPath), bodyFile)
  const bare = made.use(await startBareServer(bodyFile))
  const asking = made.use(await startAskingServer(bodyFile, variablesOf(databaseUrl)))
  const sqlite: Target = { servers: [plain.server], token: plain.token }
  const targetOf = (...servers: readonly ChildServer[]): Target => ({ servers, token })
  const targets = {
    sqlite,
    single: targetOf(one),
    both: targetOf(one, other),
    bare: targetOf(bare),
    asking: targetOf(asking),
  }
  const seconds = Math.max(lane.warmUpSeconds, lane.seconds)
  for (const target of Object.values(targets)) await loadOf(target, { seconds, of: connections })
  const owned = made.move()
  return { lane, databaseUrl, ...targets, groups, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const keyIn = (folder: string) => join(folder, 'key')

async function fillAt(url: string, folder: string): Promise<string> {
  createKeyFile(keyIn(folder))
  const store = await openStoreAt(url, folder)
  try {
    await fillWallets(store, wallets)
    await fillReserves(store, transactions)
    return await createToken(store)
  } finally {
    await store.close()
  }
}

async function startOn({ password }: BenchCluster, url: string, dataDir: string): Promise<ChildServer> {
  await mkdir(dataDir, { mode: 0o700 })
  const place = new URL(url)
  place.password = ''
  const key = keyIn(join(dataDir, '..'))
  const env = { STRONGROOM_STORE: place.href, PGPASSWORD: password, STRONGROOM_KEY_FILE: key }
  return startStrongroom(dataDir, { env })
}

/** Those by which a client of PostgreSQL finds its database. */
function variablesOf(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname } = new URL(url)
  return { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password, PGDATABASE: pathname.slice(1) }
}

/** CPU microseconds for each request, and the share of one processor that each server used. */
export type Sample = Load & { readonly cpu: number; readonly used: number }

export const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'accept-encoding': 'identity' })

/** Asks each of the servers over its share of the connections. */
export async function loadOf(
  { servers, token }: Target,
  { seconds, of }: { seconds: number; of: number },
): Promise<Sample> {
  const before = servers.map((server) => server.cpu().allThreads)
  const job = { headers: headersOf(token), connections: of / servers.length, seconds }
  const generator = chooseGenerator({ seconds })
  const loads = await Promise.all(servers.map(({ url }) => generator.run({ ...job, url: url + walletsPath })))
  const cpu = servers.reduce((total, server, place) => total + server.cpu().allThreads - (before[place] ?? 0), 0)
  const sum = (pick: (one: Load) => number) => loads.reduce((total, one) => total + pick(one), 0)
  if (sum(({ failures }) => failures) > 0) throw new Error('requests failed')
  const requests = sum((one) => one.requests)
  const longest = (pick: (load: Load) => number) => Math.max(...loads.map(pick))
  const duration = longest((load) => load.duration)
  return {
    requests,
    duration,
    p50: longest(({ p50 }) => p50),
    p99: longest(({ p99 }) => p99),
    failures: 0,
    cpu: cpu / requests,
    used: cpu / duration / servers.length,
  }
}
