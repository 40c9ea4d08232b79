import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configOf } from '../../server/config.ts'
import type { Parts } from '../../server/context/parts.ts'
import { openDataFolder } from '../../server/data-folder.ts'
import type { Store } from '../../server/store/store.ts'
import { seed } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import type { StoredFolder } from '../store/engine.ts'
import { dataOf } from '../store/engines.ts'

/** An account name for credentials of one account. */
export const newAccount = () => randomUUID()

/** A server whose store behaves differently in some of its methods, as when its disk fails. */
export async function startWithStore(
  change: (store: Store) => Partial<Store>,
  parts: Partial<Parts> = {},
): Promise<TestServer> {
  await using made = new AsyncDisposableStack()
  const { dataDir } = made.use(await makeFolder())
  const store = made.adopt(await openDataFolder(configOf({ dataDir })), (opened) => opened.close())
  await seed(store)
  const server = made.use(await startTestServer({ dataDir }, { ...parts, store: { ...store, ...change(store) } }))
  const owned = made.move()
  return { ...server, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** An empty data folder that outlives its servers. */
export async function makeFolder(): Promise<
  AsyncDisposable & { readonly dataDir: string; readonly data: StoredFolder }
> {
  const dataDir = await mkdtemp(join(tmpdir(), 'strongroom-test-'))
  return { dataDir, data: dataOf(dataDir), [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }) }
}
