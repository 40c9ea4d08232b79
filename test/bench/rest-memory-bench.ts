import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { type ChildServer, startStrongroom } from './child-server.ts'
import { fillReserves, fillWallets, makeFolder, reservesPath, walletsPath } from './fill.ts'
import { grouped, type Measure } from './measure.ts'

const idle = 2_000

/** Resident memory of a server that has started, answered both reads, and waits: at the first start and at every later one. */
export async function restMemoryBench(): Promise<Measure[]> {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const token = await makeFolder(dataDir, async (store) => {
    await fillWallets(store, 100)
    await fillReserves(store, 10_000)
  })
  const env = { NODE_COMPILE_CACHE: join(folder.path, 'compiled') }
  const first = await memoryAtRest(token, () => startStrongroom(dataDir, { env }))
  const later = await memoryAtRest(token, () => startStrongroom(dataDir, { env }))
  const detail = `${grouped(later)} MB; ${grouped(first)} MB at the first start, which has to strip and compile the code`
  return [{ name: 'memory at rest, MB RSS', ratio: later, target: { atMost: 150 }, detail }]
}

async function memoryAtRest(token: string, start: () => Promise<ChildServer>): Promise<number> {
  await using server = await start()
  for (const path of [walletsPath, reservesPath])
    await (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).bytes()
  await wait(idle)
  return server.memory()
}
