import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import { main } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome } from './bench.ts'
import { type ChildServer, startBareServer, startStrongroom } from './child-server.ts'
import { fillReserves, fillWallets, makeFolder, reservesPath, walletsPath } from './fill.ts'
import { writeCsv } from './import-rows.ts'
import type { Lane } from './lane.ts'
import { extra, grouped, type Measure, median, ratioOf, required } from './measure.ts'
import type { OpenLoopJob, OpenLoopLoad } from './open-loop-child.ts'
import type { SlowClients } from './slow-clients-child.ts'

const child = (name: string) => join(import.meta.dirname, name)
const transactions = 10_000
/** Of a client that shares the server with an import or with slow clients. */
const healthy = { connections: 32, perSecond: 200 }
const slow = { senders: 200, readers: 50 }
/** Of the comparisons with an import and with slow clients; each takes half a minute. */
const mostRounds = 3

type Scene = { readonly server: ChildServer; readonly dataDir: string; readonly token: string }

/** Many connections at a steady rate; and what an import and slow clients do to a client at its own rate. */
export async function loadBench({ open, ...lane }: Lane): Promise<Outcome> {
  const rounds = Math.min(lane.rounds, mostRounds)
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const token = await makeFolder(dataDir, async (store) => {
    await fillWallets(store, 100)
    await fillReserves(store, transactions)
  })
  const file = join(folder.path, 'rows.csv')
  const bareFile = join(folder.path, 'wallets.json.zst')
  return {
    measures: [
      ...(await withServer({ dataDir, token }, async (scene) => {
        await ask(scene, { ...healthy, seconds: open.besides })
        const imported = await importMeasure(scene, { file, rounds, ...open })
        return [imported, await slowClientsMeasure(scene, { rounds, seconds: open.besides })]
      })),
      ...(await withServer({ dataDir, token }, async (scene) => {
        await saveWallets(scene, bareFile)
        return connectionMeasures(scene, open)
      })),
      await bareConnectionsMeasure({ token, bareFile }, open),
    ],
  }
}

/** On a server of its own, since memory shows what it did before. */
async function withServer(folder: Omit<Scene, 'server'>, measure: (scene: Scene) => Promise<Measure[]>) {
  await using server = await startStrongroom(folder.dataDir)
  return await measure({ ...folder, server })
}

type Rate = Pick<OpenLoopJob, 'connections' | 'perSecond' | 'seconds'>

/** Both reads in turn, at this rate. */
async function ask({ server, token }: Pick<Scene, 'server' | 'token'>, rate: Rate): Promise<OpenLoopLoad> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'zstd' }
  const client = spawn(process.execPath, [child('open-loop-child.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const job: OpenLoopJob = { url: server.url, paths: [walletsPath, reservesPath], headers, ...rate }
  client.stdin.end(JSON.stringify(job))
  return JSON.parse(await text(client.stdout)) as OpenLoopLoad
}

async function connectionMeasures(scene: Scene, { connections, perSecond, seconds }: Rate): Promise<Measure[]> {
  let memory = 0
  const timer = setInterval(() => {
    memory = Math.max(memory, scene.server.memory())
  }, 500)
  const load = await ask(scene, { connections, perSecond, seconds })
  clearInterval(timer)
  const { errors, p99 } = load
  const detail = detailOf(load, connections)
  return [
    required('G15 errors', { value: errors, detail }),
    required('G15 p99', { value: p99, detail }),
    required('G15 memory', { value: memory, detail: 'the most that was seen, twice a second' }),
  ]
}

const detailOf = ({ requests, p50, most }: OpenLoopLoad, connections: number) =>
  `${grouped(requests)} answers over ${grouped(connections)} connections, p50 ${p50.toFixed(1)} ms, at most ${most.toFixed(0)} ms`

async function saveWallets({ server, token }: Scene, file: string): Promise<void> {
  const answer = await fetch(server.url + walletsPath, { headers: { authorization: `Bearer ${token}` } })
  await writeFile(file, zstdCompressSync(await answer.bytes()))
}

/** What the same load asks of Node itself, of the machine and of the load generator. */
async function bareConnectionsMeasure({ token, bareFile }: { token: string; bareFile: string }, rate: Rate) {
  await using server = await startBareServer(bareFile)
  const load = await ask({ server, token }, rate)
  return extra({
    name: 'the same 10,000 connections and 1,000 req/s on bare node:http, which answers the zstd body of the wallet listing to anyone, p99 in ms',
    value: load.p99,
    detail: `${detailOf(load, rate.connections)}, ${load.errors} errors`,
  })
}

type Besides = { readonly rounds: number; readonly seconds: number }

/** What a client waits for in each round, with something else on the machine and without. */
async function p99Beside(
  scene: Scene,
  { rounds, seconds }: Besides,
  start: (round: number) => Promise<AsyncDisposable>,
) {
  const idle: number[] = []
  const again: number[] = []
  const busy: number[] = []
  const p99 = async () => {
    const { errors, p99: milliseconds } = await ask(scene, { ...healthy, seconds })
    if (errors > 0) throw new Error(`${errors} requests failed`)
    return milliseconds
  }
  for (let round = 0; round < rounds; round += 1) {
    idle.push(await p99())
    again.push(await p99())
    await using _other = await start(round)
    busy.push(await p99())
  }
  return {
    value: ratioOf(busy, idle),
    control: ratioOf(again, idle),
    detail: `p99 ${median(busy).toFixed(1)} ms against ${median(idle).toFixed(1)} ms, ${healthy.perSecond} requests/s`,
  }
}

function endOf(process: ChildProcess): AsyncDisposable {
  const exited = once(process, 'exit')
  return {
    [Symbol.asyncDispose]: async () => {
      process.kill('SIGKILL')
      await exited
    },
  }
}

type Importing = { readonly file: string; readonly rounds: number; readonly besides: number; readonly rows: number }

async function importMeasure(scene: Scene, { file, rounds, besides, rows }: Importing): Promise<Measure> {
  const start = async (round: number) => {
    await writeCsv(file, rows, { first: transactions + round * rows })
    const args = [main, 'import', file, '--data', scene.dataDir, '--json']
    const running = endOf(spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }))
    await wait(1_000)
    return running
  }
  return required('G16', await p99Beside(scene, { rounds, seconds: besides }, start))
}

async function slowClientsMeasure(scene: Scene, besides: Besides): Promise<Measure> {
  const start = async () => {
    const clients = spawn(process.execPath, [child('slow-clients-child.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
    const job: SlowClients = { url: scene.server.url, path: walletsPath, token: scene.token, ...slow }
    clients.stdin.end(JSON.stringify(job))
    await once(clients.stdout, 'data')
    // Until the buffers of those that do not read are full.
    await wait(3_000)
    return endOf(clients)
  }
  return extra({
    name: `p99 of reads next to ${slow.senders} clients that send slowly and ${slow.readers} that do not read, against without`,
    target: { atMost: 2 },
    ...(await p99Beside(scene, besides, start)),
  })
}
