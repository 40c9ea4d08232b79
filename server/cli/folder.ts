import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { assertOurs, hasData, openDataFolder } from '../data-folder.ts'
import { DataFolderError } from '../platform/data-folder-error.ts'
import { assertWritable } from '../platform/writable-folder.ts'
import { emptyDatabase } from '../store/sqlite/damage.ts'
import type { Store } from '../store/store.ts'
import { note } from './output.ts'

type Folder = { readonly dataDir: string; readonly keyFile: string }

/** Opens the store of a folder, which is made when there is none, for as long as the work takes. */
export async function withStore<Output>(folder: Folder, work: (store: Store) => Promise<Output>): Promise<Output> {
  const hadKey = existsSync(folder.keyFile)
  assertOurs(folder.dataDir)
  assertWritable(folder.dataDir)
  const store = openDataFolder(folder)
  if (!hadKey && existsSync(folder.keyFile)) note(`The key that seals stored pairs is new; it is in ${folder.keyFile}.`)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** The same for commands that make no sense without data. */
export async function withExistingStore<Output>(
  folder: Folder,
  work: (store: Store) => Promise<Output>,
): Promise<Output> {
  if (!hasData(folder.dataDir))
    throw new DataFolderError(
      `there is no strongroom.db in ${folder.dataDir}`,
      'Name the folder with --data; "strongroom serve" and "strongroom import" make one.',
    )
  if (statSync(join(folder.dataDir, 'strongroom.db')).size === 0) throw emptyDatabase()
  return withStore(folder, work)
}
