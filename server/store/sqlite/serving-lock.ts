import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DataFolderError } from '../../data-folder-error.ts'

/** Holds a lock of the operating system while this process serves the folder; a kill releases it. */
export function lockForServing(dataDir: string): Disposable {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = new Database(join(dataDir, 'serving.lock'), { timeout: 0 })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new DataFolderError('another strongroom serves it', 'Stop that one, or use another folder with --data.')
  }
  return { [Symbol.dispose]: () => void lock.close() }
}
