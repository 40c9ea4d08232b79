import { existsSync, linkSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sync } from '../platform/durable-files.ts'
import { type KeyEncryptionKey, readKeyFile } from './key-file.ts'

/**
 * The keys of a folder. New pairs are sealed under `activeKey` only; the others open what is still wrapped by them:
 * the next one while a rotation of the key is unfinished, retired ones for pairs of an older backup.
 */
export type KeyRing = { readonly activeKey: KeyEncryptionKey; readonly others: readonly KeyEncryptionKey[] }

export type KeyRole = 'in-force' | 'next' | 'retired'
export type KeyFile = { readonly role: KeyRole; readonly path: string; readonly key: KeyEncryptionKey }

/** Path of the key that is to replace the active one. */
export const nextKeyFile = (keyFile: string): string => `${keyFile}.next`

/** Path of a key that was active before. */
export const retiredKeyFile = (keyFile: string, { id }: KeyEncryptionKey): string => `${keyFile}.retired-${id}`

/** Every key file of a folder, the active one first; throws a `DataFolderError` when that one cannot be used. */
export function readKeyFiles(keyFile: string): readonly KeyFile[] {
  const activeKey: KeyFile = { role: 'in-force', path: keyFile, key: readKeyFile(keyFile) }
  const next = nextKeyFile(keyFile)
  const others = [
    ...(existsSync(next) ? [{ role: 'next', path: next } as const] : []),
    ...retiredIn(keyFile).map((path) => ({ role: 'retired', path }) as const),
  ]
  return [activeKey, ...others.map(({ role, path }) => ({ role, path, key: readKeyFile(path) }))]
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
  const [activeKey, ...others] = readKeyFiles(keyFile).map(({ key }) => key)
  return { activeKey: activeKey as KeyEncryptionKey, others }
}

/** Replaces the active key with the next one and keeps the old one next to it; each step may be repeated after a kill. */
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
