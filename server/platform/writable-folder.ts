import { randomUUID } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DataFolderError } from './data-folder-error.ts'

/**
 * Writes a file of its own into the folder, as durably as the data, and leaves nothing behind; those of the named files
 * that are there must be writable too. Throws a `DataFolderError` that says why not.
 */
export function assertWritable(dataDir: string, files: readonly string[] = []): void {
  if (!existsSync(dataDir)) return
  try {
    for (const path of ['', ...files].map((name) => join(dataDir, name)))
      if (existsSync(path)) accessSync(path, constants.W_OK)
    writeAndForget(join(dataDir, `.write-test-${randomUUID()}`))
    removeOldTests(dataDir)
  } catch (error) {
    throw unwritable(dataDir, error as NodeJS.ErrnoException)
  }
}

/** The file is unlinked while it is written, so a kill leaves none. */
function writeAndForget(path: string): void {
  const handle = openSync(path, 'wx', 0o600)
  try {
    rmSync(path)
    writeFileSync(handle, Buffer.alloc(4096))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Test files of earlier versions, left behind by a kill. */
function removeOldTests(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (/^\.write-test-\d+$/.test(name)) rmSync(join(dataDir, name))
}

function unwritable(dataDir: string, { code = 'unknown', path = dataDir }: NodeJS.ErrnoException): DataFolderError {
  switch (code) {
    case 'EROFS':
      return new DataFolderError(
        `${dataDir} is on a file system that is mounted read-only`,
        'Mount it for writing, or choose another folder with --data.',
      )
    case 'EACCES':
    case 'EPERM':
      return new DataFolderError(
        `permission denied: cannot write to ${path}`,
        `Run the command as the user that owns the folder (${statSync(dataDir).uid}), or make it writable for this one.`,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return new DataFolderError(`the disk of ${dataDir} is full`, 'Free some space, then try again.')
    default:
      return new DataFolderError(`cannot write a test file to ${dataDir} (${code})`, 'Check its disk.')
  }
}
