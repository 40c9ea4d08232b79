import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startStrongroom } from './child-server.ts'
import { fillReserves, fillWallets, makeFolder, reservesPath, walletsPath } from './fill.ts'
import { temporaryFolder } from './folder.ts'
import { grouped, type Measure } from './measure.ts'

const idle = 2_000

/** Resident memory of a server that has started, answered both reads, and waits; it was started before, as usual. */
export async function restMemoryBench(): Promise<Measure[]> {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const token = await makeFolder(dataDir, async (store) => {
    await fillWallets(store, 100)
    await fillReserves(store, 10_000)
  })
  await (await startStrongroom(dataDir))[Symbol.asyncDispose]()
  await using server = await startStrongroom(dataDir)
  for (const path of [walletsPath, reservesPath])
    await (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).bytes()
  await wait(idle)
  const memory = server.memory()
  return [{ name: 'memory at rest, MB RSS', ratio: memory, target: { atMost: 150 }, detail: `${grouped(memory)} MB` }]
}
