import { accessSync, closeSync, constants, existsSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderError } from './data-folder-error.ts'

const files = ['strongroom.db', 'strongroom.db-wal', 'strongroom.db-shm', 'audit.anchor', 'serving.lock']

/** Writes a file of its own into the folder, as durably as the data, and removes it. Throws a `DataFolderError` that says why not. */
export function assertWritable(dataDir: string): void {
  if (!existsSync(dataDir)) return
  const probe = join(dataDir, `.write-test-${process.pid}`)
  try {
    for (const path of ['', ...files].map((name) => join(dataDir, name)))
      if (existsSync(path)) accessSync(path, constants.W_OK)
    writeDurably(probe)
  } catch (error) {
    throw unwritable(dataDir, error as NodeJS.ErrnoException)
  } finally {
    removeQuietly(probe)
  }
}

function writeDurably(path: string): void {
  const handle = openSync(path, 'w', 0o600)
  try {
    writeSync(handle, Buffer.alloc(4096))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // What stands in the way of removing it has been told.
  }
}

function unwritable(dataDir: string, { code = 'unknown', path = dataDir }: NodeJS.ErrnoException): DataFolderError {
  switch (code) {
    case 'EROFS':
      return new DataFolderError(
        `${dataDir} is on a file system that is mounted read-only`,
        'Mount it for writing, or name another folder with --data.',
      )
    case 'EACCES':
    case 'EPERM':
      return new DataFolderError(
        `this user may not write to ${path}`,
        `Run the command as the user that owns the folder (${statSync(dataDir).uid}), or make it writable for this one.`,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return new DataFolderError(`the disk of ${dataDir} is full`, 'Free some space, then try again.')
    default:
      return new DataFolderError(`a test file cannot be written to ${dataDir} (${code})`, 'Check its disk.')
  }
}
