import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderError } from './platform/data-folder-error.ts'
import { assertWritable } from './platform/writable-folder.ts'
import type { Administration } from './store/administration.ts'
import { administerSqlite } from './store/sqlite/administration.ts'
import type { Store } from './store/store.ts'
import { createKeyFile } from './vault/key-file.ts'
import type { KeyPlaces } from './vault/open-keys.ts'
import { openVault } from './vault/open-vault.ts'
import type { Vault } from './vault/vault.ts'

/** Looks after the data of a folder. The one place that chooses its storage. */
export const administer = (dataDir: string): Administration => administerSqlite(dataDir)

/** Where a folder says that it holds a demo, once the demo is complete with this text. */
export const demoFileIn = (dataDir: string): string => join(dataDir, 'demo.txt')
export const textOfDemo = 'The data in this folder is a demo.\n'

/** Whether `strongroom demo` has filled this folder. */
export const isDemo = (dataDir: string): boolean =>
  existsSync(demoFileIn(dataDir)) && readFileSync(demoFileIn(dataDir), 'utf8') === textOfDemo

/** What may be in a folder before its first use, besides files of its storage. */
const mayBeThere = /^(\.|keys$|simulator\.json$|demo\.txt$|lost\+found$|restoring$|replaced-)/

/** Refuses what is no folder, a folder that something else put its files into, and one that cannot be written. */
export async function assertUsable(dataDir: string): Promise<void> {
  const { files, hasData } = administer(dataDir)
  const stats = statSync(dataDir, { throwIfNoEntry: false })
  if (!stats) return
  if (!stats.isDirectory()) throw new DataFolderError(`${dataDir} is not a folder`, 'Choose a folder with --data.')
  if (!(await hasData())) assertNoStrangers(dataDir, { files })
  assertWritable(dataDir, files.all)
}

function assertNoStrangers(dataDir: string, { files }: Pick<Administration, 'files'>): void {
  const strange = readdirSync(dataDir).find((name) => !mayBeThere.test(name) && !files.isOwn(name))
  if (strange === undefined) return
  throw new DataFolderError(
    `${dataDir} has other files, such as ${strange}, and no ${files.main}`,
    'Choose an empty folder with --data; nothing in this one was changed.',
  )
}

export type Folder = KeyPlaces & { readonly dataDir: string }

/** Opens the store of a folder; a new folder gets its store and its key. */
export async function openDataFolder(folder: Folder): Promise<Store> {
  await assertUsable(folder.dataDir)
  return openStore(folder)
}

async function openStore({ dataDir, keyFile, keys }: Folder): Promise<Store> {
  const administration = administer(dataDir)
  // The key first: in the other order, a kill in between would leave a folder that cannot be opened.
  if (!keys && !(await administration.hasTraces()) && !existsSync(keyFile)) createKeyFile(keyFile)
  return administration.open()
}

/** What a server needs of a folder, which it holds alone until this is disposed of. */
export type ServedFolder = AsyncDisposable & { readonly store: Store; readonly vault: Vault }

export async function openForServing(folder: Folder): Promise<ServedFolder> {
  await using made = new AsyncDisposableStack()
  await assertUsable(folder.dataDir)
  made.use(await administer(folder.dataDir).lock())
  const store = made.adopt(await openStore(folder), (opened) => opened.close())
  const vault = await openVault(store, folder.keyFile, folder.keys)
  const owned = made.move()
  return { store, vault, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
