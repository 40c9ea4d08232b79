import { existsSync, linkSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DataFolderError } from '../platform/data-folder-error.ts'
import { sync } from '../platform/durable-files.ts'
import { createKeyFile, type LocalKey, readKeyFile, removeDrafts } from './key-file.ts'
import type { KeyRole, KeySet } from './key-set.ts'

/**
 * The keys in files. New pairs are sealed under the active one only; the others open what is still wrapped by them: the next
 * one while a rotation of the key is unfinished, retired ones for pairs of an older backup.
 */
export type KeyRing = { readonly activeKey: LocalKey; readonly others: readonly LocalKey[] }

export type KeyFile = { readonly role: KeyRole; readonly path: string; readonly key: LocalKey }

/** Path of the key that is to replace the active one. */
export const nextKeyFile = (keyFile: string): string => `${keyFile}.next`

/** Path of a key that was active before. */
export const retiredKeyFile = (keyFile: string, { id }: Pick<LocalKey, 'id'>): string => `${keyFile}.retired-${id}`

/** Every key file of a folder, the active one first; throws a `DataFolderError` when that one cannot be used. */
export function readKeyFiles(keyFile: string): readonly KeyFile[] {
  const activeKey: KeyFile = { role: 'active', path: keyFile, key: readKeyFile(keyFile) }
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
  return { activeKey: activeKey as LocalKey, others }
}

/** Replaces the active key with the next one and keeps the old one next to it; each step may be repeated after a kill. */
export function promoteNextKey(keyFile: string, old: LocalKey): string {
  const retired = retiredKeyFile(keyFile, old)
  if (!existsSync(retired)) linkSync(keyFile, retired)
  sync(dirname(keyFile))
  renameSync(nextKeyFile(keyFile), keyFile)
  sync(dirname(keyFile))
  return retired
}

/** Whether the key is a file of its own that another can be put in place of, not a pipe or a descriptor. */
const isReplaceable = (keyFile: string): boolean => statSync(keyFile, { throwIfNoEntry: false })?.isFile() ?? false

/** The keys in a file and in those next to it. What cannot be read while a server runs stays as it was read before. */
export function fileKeys(keyFile: string): KeySet {
  let files = readWhileReplaced(keyFile)
  const listed = () => files.map(({ role, key }) => ({ role, key }))
  const current = () => (files[0] as KeyFile).key
  const reload = () => {
    try {
      if (isReplaceable(keyFile)) files = readWhileReplaced(keyFile)
    } catch (error) {
      if (!(error instanceof DataFolderError)) throw error
    }
  }
  return {
    name: keyFile,
    listed,
    find: (keyId) => listed().find(({ key }) => key.id === keyId) ?? null,
    first: async () => current(),
    async prepareNext() {
      const next = nextKeyFile(keyFile)
      assertReplaceable(keyFile)
      if (!existsSync(next)) createKeyFile(next, keyFile)
      removeDrafts(next)
      files = readKeyFiles(keyFile)
      return readKeyFile(next)
    },
    promoteNext: () => promoteNextKey(keyFile, current()),
    reload,
  }
}

/** Between two files, a rotation may give them other names. */
function readWhileReplaced(keyFile: string): readonly KeyFile[] {
  try {
    return readKeyFiles(keyFile)
  } catch {
    return readKeyFiles(keyFile)
  }
}

function assertReplaceable(keyFile: string): void {
  if (isReplaceable(keyFile)) return
  throw new DataFolderError(
    `its key file is not a file that can be replaced (${keyFile})`,
    'Pass the path of the key file with --key-file.',
  )
}
