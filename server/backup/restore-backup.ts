import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { administer, assertUsable } from '../data-folder.ts'
import type { Administration } from '../store/administration.ts'
import type { TokenToRevoke } from '../store/token-writes.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'
import { carryRestrictions, type RestoredRestrictions } from './restored-restrictions.ts'
import { tokensToRevoke } from './restored-tokens.ts'
import { damagedBackup } from './transfer.ts'
import { assertBackupFile, unpackBackup } from './unpack-backup.ts'

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
  readonly restrictions: RestoredRestrictions
}

/** The state after the restore of the operator tokens that are valid in the backup. */
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
  assertBackupFile(file)
  await assertUsable(dataDir)
  const administration = administer(dataDir)
  await using _alone = await administration.lock()
  if (!replace) await assertNoData(dataDir, administration)
  const staging = join(dataDir, 'restoring')
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { mode: 0o700 })
  try {
    const manifest = await unpackBackup(file, staging)
    const copy = administration.at(staging)
    const carried = await carryOn({ administration, copy }, manifest, request)
    return { manifest, ...carried, aside: await administration.replaceWith(staging) }
  } finally {
    rmSync(staging, { recursive: true })
  }
}

async function assertNoData(dataDir: string, { hasTraces }: Administration): Promise<void> {
  if (await hasTraces())
    throw new BackupError(
      `${dataDir} already contains data`,
      'Choose an empty folder with --data, or add --replace, which moves the existing data aside.',
    )
}

/** The data of the folder, and the copy that is to take its place. */
type Data = { readonly administration: Administration; readonly copy: Administration }

/** Continues the restored audit with what it was restored from, and lets nothing come back to life that was stopped since. */
async function carryOn(data: Data, manifest: Manifest, request: Request) {
  const { administration } = data
  const tokens = await compareTokens(data, request)
  const by = { actor: request.actor, at: Date.now() }
  const details = await detailsOf({ data, manifest, tokens }, request)
  const replaced = (await administration.hasTraces()) ? await administration.restrictions() : null
  const store = await data.copy.open()
  try {
    await store.recordAudit({ ...by, kind: 'backup.restored', details })
    await store.revokeTokens({ ...by, tokens: tokens.revoked })
    const unknown = tokens.unknown ?? replaced?.fault ?? null
    return { tokens, restrictions: await carryRestrictions({ store, replaced, unknown }, by) }
  } finally {
    await store.close()
  }
}

async function compareTokens({ administration, copy }: Data, { keepTokens = false }: Request): Promise<RestoredTokens> {
  const restored = await copy.tokenRegister()
  if (restored.fault !== null) throw damagedBackup(restored.fault)
  const replaced = (await administration.hasTraces()) ? await administration.tokenRegister() : null
  const valid = [...restored.tokens.values()].filter(({ revokedAt }) => revokedAt === null).length
  const dubious = tokensToRevoke({ restored, replaced }, false)
  const revoked = keepTokens ? tokensToRevoke({ restored, replaced }, true) : dubious
  const unknown = replaced ? replaced.fault : 'the folder was empty'
  return { revoked, valid: valid - revoked.length, kept: dubious.length - revoked.length, unknown }
}

type Carried = { readonly data: Data; readonly manifest: Manifest; readonly tokens: RestoredTokens }

async function detailsOf({ data, manifest, tokens }: Carried, { file, keepTokens }: Request) {
  const replaced = await data.administration.anchor()
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
