import { existsSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { administer } from '../data-folder.ts'
import { readKeyFiles } from '../vault/key-ring.ts'
import type { KeyRole } from '../vault/key-set.ts'
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
export function listKeys(credentialsOf: ReadonlyMap<string, number>, keyFile: string): readonly ListedKey[] {
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

async function list(given: GivenFolder): Promise<void> {
  const options = folderOptionsOf(given)
  await using inspection = await administer(options.dataDir).inspect()
  const keys = listKeys(await inspection.credentialsByKey(), options.keyFile)
  answer(options, keys, () => (keys.length > 0 ? toText(keys) : noKeys))
}

export const addKeysList = (keys: Command): void =>
  void withFolderOptions(
    keys
      .command('list')
      .description('list the master keys, where they are, and how many stored credentials each one wraps'),
  ).action(list)
