import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyFileIn } from '../../server/config.ts'
import { importFiles } from '../../server/import/import-files.ts'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import type { Store } from '../../server/store/store.ts'
import { createKeyFile } from '../../server/vault/key-file.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { noPostgres, type PostgresPrograms, postgresPrograms } from '../store/postgres/programs.ts'
import type { Outcome } from './bench.ts'
import { startFilled } from './cached-reads-bench.ts'
import { type ChildServer, startStrongroom } from './child-server.ts'
import { createToken, fillReserves, fillWallets, walletsPath } from './fill.ts'
import { fillDirectory, writeCsv } from './import-rows.ts'
import { interleave } from './interleave.ts'
import type { Lane } from './lane.ts'
import { chooseGenerator, type Load } from './load.ts'
import { extra, grouped, type Measure, median, ratioOf, required, type Spread, spreadOf } from './measure.ts'
import { type BenchCluster, openStoreAt, roundTripOf, startBenchCluster } from './postgres-cluster.ts'

const wallets = 100
const transactions = 10_000
const connections = 128
/** As many rotations and changes as a busy desk has at once. */
const writers = 16
const importedShare = 5

/** One and two servers on PostgreSQL against one on SQLite; audited commits; imports. */
export async function postgresBench(lane: Lane): Promise<Outcome> {
  if (!postgresPrograms) return { measures: [], notMeasured: { 'G21 reads': `${noPostgres}` } }
  await using folder = await temporaryFolder()
  const measures = [
    ...(await readMeasures(lane, folder.path, postgresPrograms)),
    await commitMeasure(lane, folder.path, postgresPrograms),
    await importMeasure(lane, folder.path, postgresPrograms),
  ]
  return { measures }
}

type Sample = Load & { readonly cpu: number }

type Target = { readonly servers: readonly ChildServer[]; readonly token: string }

/** Asks each of the servers over its share of the connections. */
async function loadOf({ servers, token }: Target, { seconds, of }: { seconds: number; of: number }): Promise<Sample> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
  const before = servers.map((server) => server.cpu().allThreads)
  const loads = await Promise.all(
    servers.map(({ url }) =>
      chooseGenerator({ seconds }).run({ url: url + walletsPath, headers, connections: of / servers.length, seconds }),
    ),
  )
  const cpu = servers.reduce((total, server, place) => total + server.cpu().allThreads - (before[place] ?? 0), 0)
  const sum = (pick: (one: Load) => number) => loads.reduce((total, one) => total + pick(one), 0)
  if (sum(({ failures }) => failures) > 0) throw new Error('requests failed')
  const requests = sum((one) => one.requests)
  const longest = (pick: (load: Load) => number) => Math.max(...loads.map(pick))
  return {
    requests,
    duration: longest(({ duration }) => duration),
    p50: longest(({ p50 }) => p50),
    p99: longest(({ p99 }) => p99),
    failures: 0,
    cpu: cpu / requests,
  }
}

async function readMeasures({ load }: Lane, folder: string, programs: PostgresPrograms): Promise<Measure[]> {
  await using cluster = await startBenchCluster({ programs, parent: tmpdir(), settings: [] })
  await using plain = await startFilled(join(folder, 'sqlite'), 'off')
  const url = await cluster.create()
  const token = await fillAt(url, folder)
  await using one = await startOn(cluster, url, join(folder, 'one'))
  await using other = await startOn(cluster, url, join(folder, 'other'))
  const sqlite = { servers: [plain.server], token: plain.token }
  const single = { servers: [one], token }
  const both = { servers: [one, other], token }
  const at =
    (target: Target, of = connections) =>
    () =>
      loadOf(target, { seconds: load.seconds, of })
  const seconds = Math.max(load.warmUpSeconds, load.seconds)
  for (const target of [sqlite, single, both]) await loadOf(target, { seconds, of: connections })
  const subjects = {
    sqlite: at(sqlite),
    again: at(sqlite),
    single: at(single),
    both: at(both),
    calmSqlite: at(sqlite, 1),
    calm: at(single, 1),
  }
  return measuresOf(await interleave(subjects, load.rounds), await roundTripOf(url))
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

type Samples = Record<'sqlite' | 'again' | 'single' | 'both' | 'calmSqlite' | 'calm', readonly Sample[]>

const rateOf = ({ requests, duration }: Load) => (requests * 1e6) / duration
const rates = (samples: readonly Sample[]) => samples.map(rateOf)

function textOf(samples: readonly Sample[]): string {
  const of = (pick: (sample: Sample) => number) => median(samples.map(pick))
  const p50 = of((sample) => sample.p50 / 1_000).toFixed(2)
  return `${grouped(of(rateOf))}/s, ${of(({ cpu }) => cpu).toFixed(1)} µs CPU, p50 ${p50} ms`
}

function measuresOf({ sqlite, again, single, both, calmSqlite, calm }: Samples, roundTrip: number): Measure[] {
  const control = ratioOf(rates(again), rates(sqlite))
  const cpus = (samples: readonly Sample[]) => samples.map(({ cpu }) => cpu)
  const added = calm.map(({ p50 }, round) => (p50 - (calmSqlite[round]?.p50 ?? 0)) / 1_000 / roundTrip)
  return [
    extra({
      name: `control: one server on SQLite against itself, ${connections} connections`,
      value: control,
      detail: textOf(sqlite),
    }),
    required('G21 reads', {
      value: [
        { of: 'requests/s', value: ratioOf(rates(single), rates(sqlite)), control },
        { of: 'CPU', value: ratioOf(cpus(sqlite), cpus(single)), control: ratioOf(cpus(again), cpus(sqlite)) },
      ],
      detail: `${textOf(single)} against ${textOf(sqlite)}`,
    }),
    required('G21 p50', {
      value: spreadOf(added),
      detail: `${textOf(calm)} against ${textOf(calmSqlite)}; a round trip takes ${roundTrip.toFixed(3)} ms`,
    }),
    required('G21 two servers', {
      value: [{ of: 'requests/s', value: ratioOf(rates(both), rates(single)), control }],
      detail: `${textOf(both)} against ${textOf(single)}; the database and the load generators share the machine`,
    }),
  ]
}

/** Each flush takes two milliseconds, as on a disk of a data centre; nothing else of the disk is measured. */
const slowFlush = ['fsync=on', 'synchronous_commit=on', 'commit_delay=2000', 'commit_siblings=0']
const memoryFolder = '/dev/shm'

async function commitMeasure({ load }: Lane, folder: string, programs: PostgresPrograms): Promise<Measure> {
  await using cluster = await startBenchCluster({ programs, parent: memoryFolder, settings: slowFlush })
  const store = await openStoreAt(await cluster.create(), join(folder, 'one'))
  try {
    await commitsIn(store, load.seconds)
    const samples: number[] = []
    for (let round = 0; round < load.rounds; round += 1) samples.push(await commitsIn(store, load.seconds))
    return required('G22 commits', { value: spreadOf(samples), detail: `${writers} writers, one server` })
  } finally {
    await store.close()
  }
}

/** Audited commits a second. */
async function commitsIn(store: Store, seconds: number): Promise<number> {
  const startedAt = performance.now()
  let commits = 0
  const write = async () => {
    while (performance.now() - startedAt < seconds * 1_000) {
      await store.recordAudit({ kind: 'data.imported', actor: 'bench', at: Date.now() })
      commits += 1
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return (commits * 1_000) / (performance.now() - startedAt)
}

async function importMeasure(lane: Lane, folder: string, programs: PostgresPrograms): Promise<Measure> {
  await using cluster = await startBenchCluster({
    programs,
    parent: tmpdir(),
    settings: ['fsync=on', 'synchronous_commit=on'],
  })
  const rows = lane.imported.rows / importedShare
  const file = join(folder, 'transactions.csv')
  await writeCsv(file, rows)
  let imports = 0
  const sqlite = async () => {
    imports += 1
    const dataDir = join(folder, `import-${imports}`)
    createKeyFile(keyFileIn(dataDir))
    return importInto(openSqliteStore(dataDir), { file, rows })
  }
  const postgres = async () => importInto(await openStoreAt(await cluster.create(), folder), { file, rows })
  const samples = await interleave({ sqlite, again: sqlite, postgres }, Math.min(lane.rounds, 3))
  const value: Spread = ratioOf(samples.postgres, samples.sqlite)
  const text = (speeds: readonly number[]) => `${grouped(median(speeds))} rows/s`
  return required('G22 import', {
    value,
    control: ratioOf(samples.again, samples.sqlite),
    detail: `${text(samples.postgres)} against ${text(samples.sqlite)}, ${grouped(rows)} rows`,
  })
}

/** Rows a second; the store is closed. */
async function importInto(
  store: Store,
  { file, rows }: { readonly file: string; readonly rows: number },
): Promise<number> {
  try {
    await fillDirectory(store)
    const startedAt = performance.now()
    const [result] = await importFiles(store, [file])
    if (result?.added !== rows) throw new Error(`an import took ${result?.added} of ${rows} rows`)
    return (rows * 1_000) / (performance.now() - startedAt)
  } finally {
    await store.close()
  }
}
