import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DataFolderError } from '../platform/data-folder-error.ts'
import { makeFolder, publish } from '../platform/durable-files.ts'
import { assertPrivate } from './key-permissions.ts'

/**
 * The key that wraps every data key. `id` tells keys apart and reveals nothing of the secret. Here and in the other parts
 * of the vault, keys are key objects: given bytes, Node takes 20 µs more for each use.
 */
export type KeyEncryptionKey = { readonly id: string; readonly secret: KeyObject }

const idOf = (bytes: Uint8Array) =>
  createHash('sha256').update('strongroom key id').update(bytes).digest('hex').slice(0, 16)

const draftsOf = (path: string) => `${basename(path)}.draft-`

/**
 * Makes a new key file, mode 0400, unless there is one: two processes may meet at the first start.
 * It is there whole or not at all, also after a power cut.
 */
export function createKeyFile(path: string): void {
  makeFolder(dirname(path))
  const draft = join(dirname(path), `${draftsOf(path)}${process.pid}`)
  rmSync(draft, { force: true })
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o400, flag: 'wx' })
  try {
    publish(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error
  }
}

/** Removes what a kill left behind while a key file was made; call it where no other process makes one. */
export function removeDrafts(path: string): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder))
    if (name.startsWith(draftsOf(path))) rmSync(join(folder, name), { force: true })
}

/** Reads the key; refuses a file that others may read or replace. */
export function readKeyFile(path: string): KeyEncryptionKey {
  if (!existsSync(path))
    throw new DataFolderError(
      `its key file is missing (${path})`,
      'Restore the key file or pass its path with --key-file; without it, stored credentials cannot be opened.',
    )
  const file = openSync(path, 'r')
  try {
    assertPrivate(path, fstatSync(file))
    return parseKey(readAll(file), path)
  } finally {
    closeSync(file)
  }
}

function readAll(file: number): string {
  const buffer = Buffer.alloc(256)
  return buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, null)).trim()
}

function parseKey(text: string, path: string): KeyEncryptionKey {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32 || bytes.toString('base64') !== text)
    throw new DataFolderError(`the key file is damaged (${path})`, 'Restore a good copy of it.')
  return { id: idOf(bytes), secret: createSecretKey(bytes) }
}
