import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import type { Store } from '../../server/store/store.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome } from './bench.ts'
import { type ChildServer, startChildServer } from './child-server.ts'
import { appendTransactions, fillReserves, fillWallets, makeFolder, walletOf } from './fill.ts'
import type { Lane } from './lane.ts'
import { extra, grouped, median, ratioOf, required } from './measure.ts'
import { mixedLoad, type Traffic } from './soak-traffic.ts'

const transactions = 100_000
/** The first ten minutes of an hour, and the last. */
const share = 1 / 6

/** Memory over an hour of everything that a server is asked, while another process imports. */
export async function soakBench({ soakMinutes }: Lane): Promise<Outcome> {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const token = await makeFolder(dataDir, async (filled) => {
    await fillWallets(filled, 1_000)
    await fillReserves(filled, transactions)
  })
  await using server = await startChildServer([join(import.meta.dirname, 'rotation-server-child.ts'), dataDir, '5'])
  await using writer = writerOf(dataDir)
  const stop = new AbortController()
  const work = [mixedLoad({ url: server.url, token, signal: stop.signal }), changeData(writer.opened, stop.signal)]
  const memory = await sampleMemory(server, soakMinutes * 60)
  stop.abort()
  const [traffic] = await Promise.all(work)
  return outcomeOf(memory, traffic as Traffic, soakMinutes)
}

function writerOf(dataDir: string): AsyncDisposable & { readonly opened: Store } {
  const opened = openSqliteStore(dataDir)
  return { opened, [Symbol.asyncDispose]: () => opened.close() }
}

/** Two hundred transactions a second, and now and then a wallet, so that every answer is built again and again. */
async function changeData(store: Store, signal: AbortSignal): Promise<void> {
  let next = transactions
  for (let turn = 0; !signal.aborted; turn += 1) {
    await appendTransactions(
      store,
      Array.from({ length: 100 }, () => next++),
    )
    if (turn % 10 === 0)
      await store.putWallets([{ ...walletOf(0), address: `0x${turn.toString(16).padStart(40, 'b')}` }])
    await wait(500)
  }
}

async function sampleMemory(server: ChildServer, seconds: number): Promise<readonly number[]> {
  const end = performance.now() + seconds * 1_000
  const samples: number[] = []
  while (performance.now() < end || samples.length < 6) {
    samples.push(server.memory())
    await wait(Math.min(1_000, seconds * 100))
  }
  return samples
}

function outcomeOf(samples: readonly number[], { answered, failed }: Traffic, minutes: number): Outcome {
  if (failed.length > 0) throw new Error(`${failed.length} requests failed, the first with ${failed[0]}`)
  const size = Math.floor(samples.length * share)
  const first = samples.slice(0, size)
  const last = samples.slice(-size)
  const values = {
    value: { ...ratioOf(last, first), median: median(last) / median(first) },
    detail: `${grouped(median(last))} MB against ${grouped(median(first))} MB; ${grouped(answered)} requests`,
  }
  if (minutes >= 60) return { measures: [required('G19', values)] }
  const name = `${minutes} minutes of mixed load: RSS of the last sixth against the first`
  return { measures: [extra({ name, ...values })], notMeasured: { G19: `the last run took only ${minutes} minutes` } }
}
