import { existsSync, linkSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sync } from '../platform/durable-files.ts'
import { type KeyEncryptionKey, readKeyFile } from './key-file.ts'

/**
 * The keys of a folder. New pairs are sealed under `inForce` only; the others open what is still wrapped by them:
 * the next one while a rotation of the key is unfinished, retired ones for pairs of an older backup.
 */
export type KeyRing = { readonly inForce: KeyEncryptionKey; readonly others: readonly KeyEncryptionKey[] }

export type KeyRole = 'in-force' | 'next' | 'retired'
export type KeyFile = { readonly role: KeyRole; readonly path: string; readonly key: KeyEncryptionKey }

/** Where the key goes that is to take the place of the one in force. */
export const nextKeyFile = (keyFile: string): string => `${keyFile}.next`

/** Where a key is kept that was in force before. */
export const retiredKeyFile = (keyFile: string, { id }: KeyEncryptionKey): string => `${keyFile}.retired-${id}`

/** Every key file of a folder, the one in force first; throws a `DataFolderError` when that one cannot be used. */
export function readKeyFiles(keyFile: string): readonly KeyFile[] {
  const inForce: KeyFile = { role: 'in-force', path: keyFile, key: readKeyFile(keyFile) }
  const next = nextKeyFile(keyFile)
  const others = [
    ...(existsSync(next) ? [{ role: 'next', path: next } as const] : []),
    ...retiredIn(keyFile).map((path) => ({ role: 'retired', path }) as const),
  ]
  return [inForce, ...others.map(({ role, path }) => ({ role, path, key: readKeyFile(path) }))]
}

function retiredIn(keyFile: string): readonly string[] {
  const start = `${basename(keyFile)}.retired-`
  const folder = dirname(keyFile)
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .sort()
    .map((name) => join(folder, name))
}

export function readKeyRing(keyFile: string): KeyRing {
  const [inForce, ...others] = readKeyFiles(keyFile).map(({ key }) => key)
  return { inForce: inForce as KeyEncryptionKey, others }
}

/** Puts the next key in the place of the one in force, which is kept beside it; each step may be repeated after a kill. */
export function promoteNextKey(keyFile: string, old: KeyEncryptionKey): string {
  const retired = retiredKeyFile(keyFile, old)
  if (!existsSync(retired)) linkSync(keyFile, retired)
  sync(dirname(keyFile))
  renameSync(nextKeyFile(keyFile), keyFile)
  sync(dirname(keyFile))
  return retired
}

/** Whether the key is a file of its own that another can be put in place of, not a pipe or a descriptor. */
export const isReplaceable = (keyFile: string): boolean =>
  statSync(keyFile, { throwIfNoEntry: false })?.isFile() ?? false
