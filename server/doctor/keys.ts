import { existsSync, statSync } from 'node:fs'
import { DataFolderError } from '../platform/data-folder-error.ts'
import type { InspectedVersion, Inspection } from '../store/inspection.ts'
import { isInside } from '../vault/key-place.ts'
import { fileKeys, nextKeyFile } from '../vault/key-ring.ts'
import type { KeySet } from '../vault/key-set.ts'
import { createOpener, type Opener } from '../vault/vault.ts'
import { type Finding, failing, passing, restoreStep, warn } from './finding.ts'

type Folder = {
  readonly dataDir: string
  readonly keyFile: string
  readonly isDemo: boolean
  /** Whether stored credentials need a key. */
  readonly needsKey: boolean
}

/** The key exists, only its owner can read it, and it is not stored with the data it opens; the keys are null when they cannot be read. */
export function checkKeyFile(folder: Folder): { finding: Finding; keys: KeySet | null } {
  if (!folder.needsKey && !existsSync(folder.keyFile))
    return { finding: passing('key', 'there is no key yet, and no credentials that need one'), keys: null }
  try {
    const keys = fileKeys(folder.keyFile)
    return { finding: judgeKeyFile(folder, keys), keys }
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error
    return { finding: failing('key', error.message, error.nextStep), keys: null }
  }
}

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
      restoreStep,
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
