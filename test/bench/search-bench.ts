import { join } from 'node:path'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome } from './bench.ts'
import { startStrongroom } from './child-server.ts'
import { fillWallets, makeFolder } from './fill.ts'
import type { Lane } from './lane.ts'
import { extra, grouped, median, required, spreadOf } from './measure.ts'

/** What the palette asks while someone types: few and many matches, none, and parts that all labels have. */
const queries = [
  '0x',
  `0x${'a'.repeat(36)}`,
  'v',
  'vault',
  '999 vault',
  'vault 99999',
  'ult aul vau',
  'tluav',
  'unknown',
]

/** The search of the command palette over many wallets, one request at a time over one connection. */
export async function searchBench({ manyWallets, samples }: Lane): Promise<Outcome> {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const token = await makeFolder(dataDir, (store) => fillWallets(store, manyWallets))
  await using server = await startStrongroom(dataDir)
  const times = new Map<string, number[]>(queries.map((query) => [query, []]))
  for (let round = 0; round < samples / 5; round += 1)
    for (const query of queries) times.get(query)?.push(await timeOf(server.url, token, query))
  return { measures: measuresOf(times, manyWallets) }
}

/** Milliseconds until the whole answer is there. */
async function timeOf(url: string, token: string, query: string): Promise<number> {
  const start = performance.now()
  const path = `${url}/platform/admin/search?query=${encodeURIComponent(query)}`
  const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
  await answer.bytes()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return performance.now() - start
}

function measuresOf(times: ReadonlyMap<string, readonly number[]>, wallets: number) {
  const slowestFirst = [...times].toSorted(([, a], [, b]) => median(b) - median(a))
  const [slowest, ofSlowest] = slowestFirst[0] as [string, readonly number[]]
  return [
    required('G20', { value: spreadOf(ofSlowest), detail: `the slowest of ${times.size} queries: "${slowest}"` }),
    ...slowestFirst.map(([query, ofQuery]) =>
      extra({
        name: `search for "${query}" over ${grouped(wallets)} wallets, ms`,
        value: spreadOf(ofQuery),
        detail: `p50 ${median(ofQuery).toFixed(1)} ms`,
      }),
    ),
  ]
}
