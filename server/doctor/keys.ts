import { existsSync, statSync } from 'node:fs'
import { DataFolderError } from '../platform/data-folder-error.ts'
import type { InspectedVersion, Inspection } from '../store/inspection.ts'
import { openFingerprintRoot } from '../vault/fingerprint-root.ts'
import { KeyError } from '../vault/key-encryption-key.ts'
import { isInside } from '../vault/key-place.ts'
import { activeOf, type KeyRecord } from '../vault/key-record.ts'
import { nextKeyFile } from '../vault/key-ring.ts'
import type { KeySet } from '../vault/key-set.ts'
import { type KeyPlaces, openKeys } from '../vault/open-keys.ts'
import { createOpener, type Opener } from '../vault/vault.ts'
import { type Finding, failing, passing, warn } from './finding.ts'

type Folder = KeyPlaces & {
  readonly dataDir: string
  readonly isDemo: boolean
  readonly recorded: readonly KeyRecord[]
  /** Whether stored credentials need a key. */
  readonly needsKey: boolean
}

/**
 * A key file exists, only its owner can read it, and it is not stored with the data it opens; a key elsewhere can be asked.
 * The keys are null when they cannot be read.
 */
export async function checkKeys(folder: Folder): Promise<{ finding: Finding; keys: KeySet | null }> {
  if (!folder.keys && !folder.needsKey && !existsSync(folder.keyFile))
    return { finding: passing('key', 'there is no key yet, and no credentials that need one'), keys: null }
  try {
    const keys = await openKeys(folder)
    const finding = folder.keys ? await checkHolder(keys, folder.recorded) : judgeKeyFile(folder, keys)
    return { finding, keys }
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error
    return { finding: failing('key', error.message, error.nextStep), keys: null }
  }
}

/** Has the active key open what was wrapped by it when it became active. */
async function checkHolder(keys: KeySet, recorded: readonly KeyRecord[]): Promise<Finding> {
  const record = activeOf(recorded)
  const held = record && keys.find(record.keyId)
  if (!record) return passing('key', `no key is active yet; the first start makes one active of ${keys.name}`)
  if (!held) return failing('key', `key ${record.keyId} is active, but is not in ${keys.name}`, nameIt)
  if (held.role === 'retired')
    return failing('key', `key ${record.keyId} is recorded as active, but is a retired one`, nameIt)
  try {
    await openFingerprintRoot(held.key, record)
    return passing('key', `key ${record.keyId} can be used`)
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    return failing('key', error.message, error.nextStep)
  }
}

const nameIt = 'Name its holder with --key.'

function judgeKeyFile({ dataDir, keyFile, isDemo }: Folder, keys: KeySet): Finding {
  const keyId = keys.listed()[0]?.key.id
  if (existsSync(nextKeyFile(keyFile)))
    return warn(
      'key',
      'a rotation of the master key is unfinished; both keys are in use',
      'Run "strongroom keys rotate" again.',
    )
  if (statSync(keyFile).mode & 0o200) return warn('key', `${keyFile} is writable`, `Run: chmod 0400 ${keyFile}`)
  if (!isDemo && isInside(keyFile, dataDir))
    return warn(
      'key',
      `key ${keyId} is in the data folder: anyone who copies the folder has the credentials and their key`,
      'Move it elsewhere and pass its path with --key-file.',
    )
  return passing('key', `key ${keyId} is in ${keyFile}`)
}

/** I1: one current pair per custodian with credentials, of its version, and every pair opens. */
export async function checkStoredCredentials(inspection: Inspection, keys: KeySet | null): Promise<Finding> {
  const [misfit] = await inspection.misfits()
  if (misfit)
    return failing(
      'credentials',
      `custodian ${misfit.custodianId} is at version ${misfit.version} but has ${misfit.activeVersions} active credentials, or active credentials of another version`,
      inspection.engine.steps.restore,
    )
  if ((await inspection.credentialsByKey()).size === 0) return passing('credentials', 'no credentials are stored')
  return keys
    ? checkOpening(inspection.pairs(), createOpener(keys))
    : failing('credentials', 'credentials are stored, but none can be opened without the key', 'Restore the key file.')
}

async function checkOpening(pairs: AsyncIterable<InspectedVersion>, opener: Opener): Promise<Finding> {
  const count = { current: 0, previous: 0 }
  for await (const credentials of pairs) {
    if (!(await opens(credentials, opener)))
      return failing(
        'credentials',
        `version ${credentials.version} of the credentials of custodian ${credentials.custodianId} cannot be opened`,
        rotateStep,
      )
    count[credentials.isCurrent ? 'current' : 'previous'] += 1
  }
  return passing('credentials', `all ${count.current} active and ${count.previous} previous credentials can be opened`)
}

const rotateStep = 'Restore the key file that wrapped them. If it is present, rotate that custodian to new credentials.'

async function opens(credentials: InspectedVersion, opener: Opener): Promise<boolean> {
  try {
    await opener.open(credentials.sealed, credentials)
    return true
  } catch {
    return false
  }
}
