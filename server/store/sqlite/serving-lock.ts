import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DataFolderError } from '../../platform/data-folder-error.ts'
import { makeFolder } from '../../platform/durable-files.ts'
import { asDamage } from './damage.ts'
import { keysLockName, lockName } from './files.ts'

const lockIn = (dataDir: string) => join(dataDir, lockName)
const isBusy = (error: unknown) => (error as { code?: unknown }).code === 'SQLITE_BUSY'

/** Holds a lock of the operating system while this process serves the folder, or must be alone with it; a kill releases it. */
export function lockForServing(dataDir: string): Disposable {
  makeFolder(dataDir)
  return lockFile(
    lockIn(dataDir),
    () =>
      new DataFolderError(
        'another Strongroom server is using it',
        'Stop that server, or use another folder with --data.',
      ),
  )
}

/** Holds a lock while this process rotates the keys of the folder, which may be served. */
export const lockForKeys = (dataDir: string): Disposable =>
  lockFile(
    join(dataDir, keysLockName),
    () => new DataFolderError('another process is rotating its keys', 'Wait until it has finished, then try again.'),
  )

function lockFile(file: string, refusal: () => DataFolderError): Disposable {
  // Longer than isServed() looks, which must not keep a server from starting.
  const lock = new Database(file, { timeout: 250 })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw asDamage(error)
    throw refusal()
  }
  return { [Symbol.dispose]: () => void lock.close() }
}

/** Whether another process holds that lock now. */
export function isServed(dataDir: string): boolean {
  if (!existsSync(lockIn(dataDir))) return false
  const lock = new Database(lockIn(dataDir), { readonly: true, timeout: 0 })
  try {
    lock.prepare('SELECT 1 FROM sqlite_schema').get()
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw asDamage(error)
  } finally {
    lock.close()
  }
}
