import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { assertOurs } from '../data-folder.ts'
import { assertWritable } from '../platform/writable-folder.ts'
import { anchorState } from '../store/sqlite/anchor.ts'
import { inspectFolder } from '../store/sqlite/inspect/inspect-folder.ts'
import { readTokenRegister } from '../store/sqlite/inspect/token-register.ts'
import { lockForServing } from '../store/sqlite/serving-lock.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import type { TokenToRevoke } from '../store/writes.ts'
import { BackupError } from './backup-error.ts'
import { faultOf } from './examine.ts'
import { backupNames, Manifest } from './manifest.ts'
import { dataIn, putInPlace } from './put-in-place.ts'
import { readArchive } from './read-archive.ts'
import { tokensToRevoke } from './restored-tokens.ts'
import { damagedBackup } from './transfer.ts'

type Request = {
  readonly file: string
  readonly dataDir: string
  /** Put what is in the folder aside. */
  readonly replace: boolean
  /** Keep operator tokens valid that the replaced data cannot speak for. */
  readonly keepTokens?: boolean
  readonly actor: string
}

export type RestoredBackup = {
  readonly manifest: Manifest
  /** Where the data went that was there before; null when there was none. */
  readonly aside: string | null
  readonly tokens: RestoredTokens
}

/** What became of the operator tokens that are valid in the backup. */
export type RestoredTokens = {
  readonly revoked: readonly TokenToRevoke[]
  readonly valid: number
  /** How many of the valid ones are so only because of `keepTokens`. */
  readonly kept: number
  /** Why nothing shows which tokens were revoked since the backup; null where the replaced data does. */
  readonly unknown: string | null
}

/** Puts a backup in the place of a folder's data, which is not touched before the backup was unpacked and verified. */
export async function restoreBackup(request: Request): Promise<RestoredBackup> {
  const { file, dataDir, replace } = request
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
    const tokens = await carryOn(staging, manifest, request)
    return { manifest, tokens, aside: putInPlace(staging, dataDir) }
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

/** Continues the restored audit with what it was restored from, and revokes the tokens that may not come back to life. */
async function carryOn(staging: string, manifest: Manifest, request: Request): Promise<RestoredTokens> {
  const tokens = compareTokens(staging, request)
  const by = { actor: request.actor, at: Date.now() }
  const store = openSqliteStore(staging)
  try {
    await store.recordAudit({ ...by, kind: 'backup.restored', details: detailsOf(request, manifest, tokens) })
    await store.revokeTokens({ ...by, tokens: tokens.revoked })
  } finally {
    await store.close()
  }
  return tokens
}

function compareTokens(staging: string, { dataDir, keepTokens = false }: Request): RestoredTokens {
  const restored = readTokenRegister(staging)
  if (restored.fault !== null) throw damagedBackup(restored.fault)
  const replaced = dataIn(dataDir).length > 0 ? readTokenRegister(dataDir) : null
  const valid = [...restored.tokens.values()].filter(({ revokedAt }) => revokedAt === null).length
  const dubious = tokensToRevoke({ restored, replaced }, false)
  const revoked = keepTokens ? tokensToRevoke({ restored, replaced }, true) : dubious
  const unknown = replaced ? replaced.fault : 'the folder was empty'
  return { revoked, valid: valid - revoked.length, kept: dubious.length - revoked.length, unknown }
}

function detailsOf({ file, dataDir, keepTokens }: Request, manifest: Manifest, tokens: RestoredTokens) {
  const replaced = anchorState(join(dataDir, 'audit.anchor'))
  return {
    file: basename(file),
    createdAt: manifest.createdAt,
    head: manifest.auditHead.sequence,
    replacedHead: typeof replaced === 'string' ? replaced : replaced.sequence,
    tokensRevoked: `${tokens.revoked.length}`,
    tokensValid: `${tokens.valid}`,
    ...(keepTokens && { keepTokens: 'true' }),
    ...(tokens.unknown !== null && { tokensUnknown: tokens.unknown }),
  }
}
