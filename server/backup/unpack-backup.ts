import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { administer } from '../data-folder.ts'
import { BackupError } from './backup-error.ts'
import { faultOf } from './examine.ts'
import { Manifest, namesIn } from './manifest.ts'
import { readArchive } from './read-archive.ts'
import { damagedBackup } from './transfer.ts'

export function assertBackupFile(file: string): void {
  if (!existsSync(file)) throw new BackupError(`${file} does not exist`, 'Choose an existing backup.')
}

/** Unpacks a backup into an empty folder and verifies all of it; throws a `BackupError` when anything is wrong. */
export async function unpackBackup(file: string, staging: string): Promise<Manifest> {
  const { files, inspect } = administer(staging)
  await readArchive(file, staging, namesIn(files))
  const manifest = readManifest(join(staging, 'manifest.json'))
  await using copy = await inspect()
  const isHead = typeof copy.anchor !== 'string' && copy.anchor.hash === manifest.auditHead.hash
  const fault = isHead ? await faultOf(copy, copy.anchor) : 'its audit anchor does not match its manifest'
  if (fault) throw damagedBackup(fault)
  return manifest
}

function readManifest(path: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw damagedBackup('its manifest cannot be read, or it was created by a newer version')
  }
}
