import { existsSync } from 'node:fs'
import { administer, type Folder, openDataFolder } from '../data-folder.ts'
import type { Store } from '../store/store.ts'
import { note } from './output.ts'

/** Opens the store of a folder, created if missing, for the duration of the work. */
export async function withStore<Output>(folder: Folder, work: (store: Store) => Promise<Output>): Promise<Output> {
  const hadKey = existsSync(folder.keyFile)
  const store = await openDataFolder(folder)
  if (!hadKey && existsSync(folder.keyFile))
    note(`Created the master key that seals stored credentials: ${folder.keyFile}.`)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** The same, for commands that need existing data. */
export async function withExistingStore<Output>(
  folder: Folder,
  work: (store: Store) => Promise<Output>,
): Promise<Output> {
  await administer(folder.dataDir, folder.database).assertData()
  return withStore(folder, work)
}
