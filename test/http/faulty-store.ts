import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configOf } from '../../server/config.ts'
import { openDataFolder } from '../../server/data-folder.ts'
import type { Store } from '../../server/store/store.ts'
import { seed } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

/** What a method of the store throws instead of doing its work. */
export type Faults = { [Method in keyof Store]?: Error }

export type FaultyServer = AsyncDisposable & { readonly server: TestServer; readonly faults: Faults }

const withFaults = (store: Store, faults: Faults): Store =>
  new Proxy(store, {
    get: (target, name: keyof Store) => (faults[name] ? () => Promise.reject(faults[name]) : target[name]),
  })

/** A server over a real store that fails where the test says so, as a disk would. */
export async function startFaultyServer(): Promise<FaultyServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'strongroom-test-'))
  const store = await openDataFolder(configOf({ dataDir }))
  await seed(store)
  const faults: Faults = {}
  const server = await startTestServer({ dataDir }, { store: withFaults(store, faults) })
  return {
    server,
    faults,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await store.close()
      await rm(dataDir, { recursive: true })
    },
  }
}
