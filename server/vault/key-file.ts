import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DataFolderError } from '../platform/data-folder-error.ts'
import { makeFolder, publish } from '../platform/durable-files.ts'
import { decrypt, encrypt, nonceLength, tagLength } from './aes-gcm.ts'
import { dataKeyLength, type KeyEncryptionKey } from './key-encryption-key.ts'
import { assertPrivate } from './key-permissions.ts'

/** A key whose bytes are here. They are a key object: given bytes, Node takes 20 µs more for each use. */
export type LocalKey = KeyEncryptionKey & { readonly secret: KeyObject }

const wrappedLength = nonceLength + dataKeyLength + tagLength

/** Wraps in this process. */
export const localKey = ({ id, secret }: Pick<LocalKey, 'id' | 'secret'>): LocalKey => ({
  id,
  secret,
  wrap: async (dataKey, place) => encrypt(secret, dataKey, place),
  async unwrap(wrapped, place) {
    if (wrapped.length !== wrappedLength) throw new Error('a wrapped key has the wrong length')
    return decrypt(secret, wrapped, place)
  },
})

const idOf = (bytes: Uint8Array) =>
  createHash('sha256').update('strongroom key id').update(bytes).digest('hex').slice(0, 16)

const draftsOf = (path: string) => `${basename(path)}.draft-`

/**
 * Makes a new key file, mode 0400, unless there is one: two processes may meet at the first start.
 * It is there whole or not at all, also after a power cut. It belongs to the owner of `like`, whose server is to read it.
 */
export function createKeyFile(path: string, like?: string): void {
  makeFolder(dirname(path))
  const draft = join(dirname(path), `${draftsOf(path)}${process.pid}`)
  rmSync(draft, { force: true })
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o400, flag: 'wx' })
  if (like !== undefined) giveToOwnerOf(like, draft)
  try {
    publish(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error
  }
}

function giveToOwnerOf(like: string, draft: string): void {
  const { uid, gid } = statSync(like)
  if (process.geteuid?.() === 0 && uid !== 0) chownSync(draft, uid, gid)
}

/** Removes what a kill left behind while a key file was made; call it where no other process makes one. */
export function removeDrafts(path: string): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder))
    if (name.startsWith(draftsOf(path))) rmSync(join(folder, name), { force: true })
}

/** Reads the key; refuses a file that others may read or replace. */
export function readKeyFile(path: string): LocalKey {
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

function parseKey(text: string, path: string): LocalKey {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32 || bytes.toString('base64') !== text)
    throw new DataFolderError(`the key file is damaged (${path})`, 'Restore a good copy of it.')
  return localKey({ id: idOf(bytes), secret: createSecretKey(bytes) })
}
