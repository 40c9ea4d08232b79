import { existsSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { administer } from '../data-folder.ts'
import type { Inspection } from '../store/inspection.ts'
import { readKeyFiles } from '../vault/key-ring.ts'
import type { KeyRole, KeySet } from '../vault/key-set.ts'
import { type KeyPlaces, openKeys } from '../vault/open-keys.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer } from './output.ts'
import { table } from './table.ts'

/** A key with a file, or one that wraps credentials but has no file. */
export type ListedKey = {
  readonly keyId: string
  readonly role: KeyRole | 'missing'
  /** How many sealed credentials it wraps. */
  readonly credentials: number
  readonly file: string | null
  readonly mode: string | null
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8).padStart(4, '0')

/** Every key of a folder and how many sealed credentials it wraps. */
export async function listKeys(
  credentialsOf: ReadonlyMap<string, number>,
  { keyFile, keys = null }: KeyPlaces,
): Promise<readonly ListedKey[]> {
  if (keys) return listHeldKeys(credentialsOf, await openKeys({ keyFile, keys }))
  const files = credentialsOf.size === 0 && !existsSync(keyFile) ? [] : readKeyFiles(keyFile)
  const held = new Set(files.map(({ key }) => key.id))
  const missing = [...credentialsOf].filter(([keyId]) => !held.has(keyId))
  return [
    ...files.map(({ role, path, key }) => ({
      keyId: key.id,
      role,
      credentials: credentialsOf.get(key.id) ?? 0,
      file: path,
      mode: modeOf(path),
    })),
    ...missing.map(([keyId, credentials]) => ({
      keyId,
      role: 'missing' as const,
      credentials,
      file: null,
      mode: null,
    })),
  ]
}

/** Services are asked for nothing: of their keys those are listed that wrap credentials. */
const listHeldKeys = (credentialsOf: ReadonlyMap<string, number>, keys: KeySet): readonly ListedKey[] => {
  const keyIds = new Set([...keys.listed().map(({ key }) => key.id), ...credentialsOf.keys()])
  return [...keyIds].map((keyId) => ({
    keyId,
    role: keys.find(keyId)?.role ?? 'missing',
    credentials: credentialsOf.get(keyId) ?? 0,
    file: null,
    mode: null,
  }))
}

const noKeys = 'There is no key yet, and no credentials that need one; "strongroom serve" creates it.'

function toText(keys: readonly ListedKey[]): string {
  const rows = keys.map(({ keyId, role, credentials, file, mode }) => [
    keyId,
    role,
    `${credentials}`,
    mode ?? '-',
    file ?? '-',
  ])
  return table([['KEY', 'ROLE', 'CREDENTIALS', 'MODE', 'FILE'], ...rows])
}

/** Of every recorded key, also of one that wraps nothing. */
async function countsOf(inspection: Inspection): Promise<ReadonlyMap<string, number>> {
  const recorded = (await inspection.keys()).map(({ keyId }) => [keyId, 0] as const)
  return new Map([...recorded, ...(await inspection.credentialsByKey())])
}

async function list(given: GivenFolder): Promise<void> {
  const options = folderOptionsOf(given)
  await using inspection = await administer(options.dataDir, options.database).inspect()
  const counts = options.keys ? await countsOf(inspection) : await inspection.credentialsByKey()
  const keys = await listKeys(counts, options)
  answer(options, keys, () => (keys.length > 0 ? toText(keys) : noKeys))
}

export const addKeysList = (keys: Command): void => void withFolderOptions(keys.command('list')).action(list)
