import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderError } from './platform/data-folder-error.ts'
import { openSqliteStore } from './store/sqlite/sqlite-store.ts'
import type { Store } from './store/store.ts'
import { createKeyFile } from './vault/key-file.ts'

const databaseIn = (dataDir: string) => join(dataDir, 'strongroom.db')

/** What may lie in a folder before its first use. */
const mayBeThere =
  /^(\.|keys$|simulator\.json$|demo\.txt$|lost\+found$|restoring$|replaced-|serving\.lock|audit\.anchor|strongroom\.db)/

/** Whether the folder has Strongroom's data. Throws when this user may not know. */
export const hasData = (dataDir: string): boolean =>
  statSync(databaseIn(dataDir), { throwIfNoEntry: false }) !== undefined

/** Refuses what is no folder, and a folder that something else put its files into. */
export function assertOurs(dataDir: string): void {
  const stats = statSync(dataDir, { throwIfNoEntry: false })
  if (!stats) return
  if (!stats.isDirectory()) throw new DataFolderError(`${dataDir} is not a folder`, 'Name a folder with --data.')
  if (hasData(dataDir)) return
  const strange = readdirSync(dataDir).find((name) => !mayBeThere.test(name))
  if (strange === undefined) return
  throw new DataFolderError(
    `${dataDir} has other files, such as ${strange}, and no strongroom.db`,
    'Name an empty folder with --data; nothing in this one was changed.',
  )
}

/** Opens the store of a folder; a new folder gets its store and its key. */
export function openDataFolder({ dataDir, keyFile }: { readonly dataDir: string; readonly keyFile: string }): Store {
  assertOurs(dataDir)
  const isNew = !hasData(dataDir) && !existsSync(join(dataDir, 'audit.anchor'))
  // The key comes first: were it to come second, a kill between would leave a folder that refuses to start.
  if (isNew && !existsSync(keyFile)) createKeyFile(keyFile)
  return openSqliteStore(dataDir)
}
