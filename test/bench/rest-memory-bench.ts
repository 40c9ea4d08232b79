import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome } from './bench.ts'
import { type ChildServer, startStrongroom } from './child-server.ts'
import { fillReserves, fillWallets, makeFolder, reservesPath, walletsPath } from './fill.ts'
import type { Lane } from './lane.ts'
import { required, spreadOf } from './measure.ts'

const idle = 2_000

/** Resident memory of a server that has started, answered both reads, and waits: at the first start and at every later one. */
export async function restMemoryBench({ rounds }: Lane): Promise<Outcome> {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const token = await makeFolder(dataDir, async (store) => {
    await fillWallets(store, 100)
    await fillReserves(store, 10_000)
  })
  const first: number[] = []
  const later: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const env = { NODE_COMPILE_CACHE: join(folder.path, `compiled-${round}`) }
    first.push(await memoryAtRest(token, () => startStrongroom(dataDir, { env })))
    later.push(await memoryAtRest(token, () => startStrongroom(dataDir, { env })))
  }
  return {
    measures: [
      required('G17 memory', { value: spreadOf(later), detail: 'both reads answered, then idle' }),
      required('G17 memory, first start', { value: spreadOf(first), detail: 'the same, without a compile cache' }),
    ],
  }
}

async function memoryAtRest(token: string, start: () => Promise<ChildServer>): Promise<number> {
  await using server = await start()
  for (const path of [walletsPath, reservesPath])
    await (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).bytes()
  await wait(idle)
  return server.memory()
}
