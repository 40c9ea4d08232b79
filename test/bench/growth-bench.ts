import { Agent, get } from 'node:http'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import type { Store } from '../../server/store/store.ts'
import type { Outcome } from './bench.ts'
import { startStrongroom } from './child-server.ts'
import { appendTransactions, reservesPath } from './fill.ts'
import type { Lane } from './lane.ts'
import { extra, grouped, median, ratioOf, required } from './measure.ts'
import { reservesFolder } from './reserves-folder.ts'

/** The report's median answer with a long history against a short one: rebuilt after each new transaction, and cached. */
export async function growthBench({ transactions: { few, many }, samples }: Lane): Promise<Outcome> {
  await using short = await startSide(few)
  await using long = await startSide(many)
  const times = {
    short: { rebuilt: [] as number[], cached: [] as number[] },
    long: { rebuilt: [] as number[], cached: [] as number[] },
  }
  for (let round = 0; round < samples; round += 1)
    for (const [name, side] of [
      ['short', short],
      ['long', long],
    ] as const) {
      await side.append()
      times[name].rebuilt.push(await side.ask())
      times[name].cached.push(await side.ask())
    }
  const valuesOf = (kind: 'rebuilt' | 'cached') => {
    const ours = times.long[kind]
    const base = times.short[kind]
    return {
      value: { ...ratioOf(ours, base), median: median(ours) / median(base) },
      detail: `${median(ours).toFixed(2)} ms against ${median(base).toFixed(2)} ms`,
    }
  }
  const name = `reserves cached, ${grouped(many)} transactions against ${grouped(few)} (p50)`
  return {
    measures: [required('G7', valuesOf('rebuilt')), extra({ name, target: { atMost: 1.2 }, ...valuesOf('cached') })],
  }
}

type Side = AsyncDisposable & { append(): Promise<void>; ask(): Promise<number> }

async function startSide(transactions: number): Promise<Side> {
  await using made = new AsyncDisposableStack()
  const { dataDir, token } = await reservesFolder(transactions)
  const server = made.use(await startStrongroom(dataDir))
  const store: Store = made.adopt(openSqliteStore(dataDir), (opened) => opened.close())
  const agent = made.adopt(new Agent({ keepAlive: true }), (own) => own.destroy())
  const source = `growth ${Date.now()}`
  let next = 0
  const owned = made.move()
  return {
    append: async () => void (await appendTransactions(store, [next++], source)),
    ask: () => timedGet(server.url + reservesPath, { agent, headers: { authorization: `Bearer ${token}` } }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Milliseconds until the whole answer is there. */
function timedGet(url: string, options: { agent: Agent; headers: Record<string, string> }): Promise<number> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    get(url, options, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume().on('end', () => resolve(performance.now() - start))
    }).on('error', reject)
  })
}
