import { existsSync, statSync } from 'node:fs'
import { DataFolderError } from '../../platform/data-folder-error.ts'
import type { Administration } from '../administration.ts'
import { anchorState } from '../anchor-file.ts'
import { copyDatabase } from './copy-database.ts'
import { emptyDatabase } from './damage.ts'
import { anchorIn, databaseIn, dataIn, files, mainFile } from './files.ts'
import { inspectFolder } from './inspect/inspect-folder.ts'
import { readRestrictions } from './inspect/restrictions.ts'
import { readTokenRegister } from './inspect/token-register.ts'
import { putInPlace } from './put-in-place.ts'
import { isServed, lockForKeys, lockForServing } from './serving-lock.ts'
import { openSqliteStore } from './sqlite-store.ts'

/** Looks after the SQLite database in a data folder. */
export function administerSqlite(dataDir: string): Administration {
  const main = databaseIn(dataDir)
  return {
    files,
    at: administerSqlite,
    hasData: async () => statSync(main, { throwIfNoEntry: false }) !== undefined,
    hasTraces: async () => dataIn(dataDir).length > 0,
    assertData: async () => assertData(dataDir),
    size: async () => statSync(main, { throwIfNoEntry: false })?.size ?? 0,
    open: async () => openSqliteStore(dataDir),
    lock: async () => asynchronous(lockForServing(dataDir)),
    lockKeys: async () => asynchronous(lockForKeys(dataDir)),
    isServed: async () => isServed(dataDir),
    inspect: async () => inspectFolder(dataDir),
    tokenRegister: async () => readTokenRegister(dataDir),
    restrictions: async () => readRestrictions(dataDir),
    anchor: async () => anchorState(anchorIn(dataDir)),
    copyTo: (folder, onCopied) => copyDatabase(dataDir, folder, onCopied),
    replaceWith: async (copy) => putInPlace(copy, dataDir),
  }
}

const asynchronous = (lock: Disposable): AsyncDisposable => ({
  [Symbol.asyncDispose]: async () => lock[Symbol.dispose](),
})

function assertData(dataDir: string): void {
  if (!existsSync(databaseIn(dataDir)))
    throw new DataFolderError(
      `there is no ${mainFile} in ${dataDir}`,
      'Choose the folder with --data; "strongroom serve" and "strongroom import" create one.',
    )
  if (statSync(databaseIn(dataDir)).size === 0) throw emptyDatabase()
}
