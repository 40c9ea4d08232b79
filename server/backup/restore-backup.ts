import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { assertOurs } from '../data-folder.ts'
import { anchorState } from '../store/sqlite/anchor.ts'
import { inspectFolder } from '../store/sqlite/inspect/inspect-folder.ts'
import { lockForServing } from '../store/sqlite/serving-lock.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import { assertWritable } from '../writable-folder.ts'
import { BackupError } from './backup-error.ts'
import { faultOf } from './examine.ts'
import { backupNames, Manifest } from './manifest.ts'
import { dataIn, putInPlace } from './put-in-place.ts'
import { readArchive } from './read-archive.ts'
import { damagedBackup } from './transfer.ts'

type Request = {
  readonly file: string
  readonly dataDir: string
  /** Put what is in the folder aside. */
  readonly replace: boolean
  readonly actor: string
}

export type RestoredBackup = {
  readonly manifest: Manifest
  /** Where the data went that was there before; null when there was none. */
  readonly aside: string | null
}

/** Puts a backup in the place of a folder's data, which is not touched before the backup was unpacked and verified. */
export async function restoreBackup({ file, dataDir, replace, actor }: Request): Promise<RestoredBackup> {
  assertFile(file)
  assertOurs(dataDir)
  assertWritable(dataDir)
  using _alone = lockForServing(dataDir)
  if (!replace) assertNoData(dataDir)
  const staging = join(dataDir, 'restoring')
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { mode: 0o700 })
  try {
    await readArchive(file, staging, backupNames)
    const manifest = examined(staging)
    await recordRestore(staging, { file, dataDir, manifest, actor })
    return { manifest, aside: putInPlace(staging, dataDir) }
  } finally {
    rmSync(staging, { recursive: true })
  }
}

function assertFile(file: string): void {
  if (!existsSync(file)) throw new BackupError(`there is no file ${file}`, 'Name the backup to restore.')
}

function assertNoData(dataDir: string): void {
  if (dataIn(dataDir).length > 0)
    throw new BackupError(
      `${dataDir} has data already`,
      'Name an empty folder with --data, or give --replace, which keeps what is there aside.',
    )
}

function examined(staging: string): Manifest {
  const manifest = readManifest(join(staging, 'manifest.json'))
  using copy = inspectFolder(staging)
  const isHead = typeof copy.anchor !== 'string' && copy.anchor.hash === manifest.auditHead.hash
  const fault = isHead ? faultOf(copy, copy.anchor) : 'its anchor is not the one of its manifest'
  if (fault) throw damagedBackup(fault)
  return manifest
}

function readManifest(path: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw damagedBackup('its manifest cannot be read, or a newer version made it')
  }
}

type Restore = { readonly file: string; readonly dataDir: string; readonly manifest: Manifest; readonly actor: string }

/** Continues the restored audit with what it was restored from, and how far the data went that it replaces. */
async function recordRestore(staging: string, { file, dataDir, manifest, actor }: Restore): Promise<void> {
  const replaced = anchorState(join(dataDir, 'audit.anchor'))
  const details = {
    file: basename(file),
    createdAt: manifest.createdAt,
    head: manifest.auditHead.sequence,
    replacedHead: typeof replaced === 'string' ? replaced : replaced.sequence,
  }
  const store = openSqliteStore(staging)
  try {
    await store.recordAudit({ kind: 'backup.restored', actor, at: Date.now(), details })
  } finally {
    await store.close()
  }
}
