import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { nameUnseen } from '../../shared/unseen-characters.ts'
import { frozenObject } from '../access/freezes.ts'
import type { Manifest } from '../backup/manifest.ts'
import { type RestoredBackup, restoreBackup } from '../backup/restore-backup.ts'
import type { RestoredFreeze } from '../backup/restored-restrictions.ts'
import { DataFolderError } from '../platform/data-folder-error.ts'
import type { DisabledItem } from '../store/inspection.ts'
import { type KeyPlaces, openKeys } from '../vault/open-keys.ts'
import { actorOf } from './actor.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, idAsNumber } from './output.ts'
import { sayingWhy } from './saying-why.ts'
import { assertInFolder } from './store-options.ts'

type Given = GivenFolder & { readonly replace?: boolean; readonly keepTokens?: boolean }

/** Keys that the restored credentials need but that are not among the configured ones. */
export async function missingKeys({ keyIds }: Manifest, places: KeyPlaces): Promise<readonly string[]> {
  try {
    const keys = await openKeys(places)
    return keyIds.filter((keyId) => !keys.find(keyId))
  } catch (error) {
    if (error instanceof DataFolderError) return keyIds
    throw error
  }
}

const countOf = (tokens: number) => `${tokens} operator ${tokens === 1 ? 'token' : 'tokens'}`

/** What happened to the operator tokens, for the operator. */
function tokenSteps({ manifest: { createdAt }, tokens }: RestoredBackup): readonly string[] {
  const { revoked, valid, kept, unknown } = tokens
  const reason =
    unknown === null
      ? 'they are not valid in the replaced data'
      : `nothing shows which tokens were revoked since ${createdAt} (${unknown})`
  return [
    ...(revoked.length > 0 ? [`Revoked ${countOf(revoked.length)} of the backup: ${reason}.`] : []),
    ...(revoked.length > 0 && valid === 0 ? [newTokenStep] : []),
    ...(kept > 0 ? [`Kept ${countOf(kept)} that may have been revoked since ${createdAt}. ${checkStep}`] : []),
  ]
}

const newTokenStep =
  'Create new tokens with "strongroom token create"; or restore into an empty folder with --keep-tokens.'
const checkStep = 'Check "strongroom token list".'

const namesOf = (items: readonly DisabledItem[]) =>
  items.map(({ kind, id }) => `${kind.replace('-', ' ')} ${id}`).join(', ')

function freezeStep(freeze: RestoredFreeze): string {
  const { tenantId, frozenBy, frozenAt, reason, isThawedSince } = freeze
  const command = `"strongroom thaw${tenantId === null ? '' : ` --tenant ${tenantId}`}"`
  const since = isThawedSince ? ' It was thawed after the backup; a restore lifts no freeze.' : ''
  return `Frozen: ${frozenObject(freeze)}, by ${frozenBy} since ${frozenAt}: ${nameUnseen(reason)}.${since} End it with ${command}.`
}

/** What is frozen and disabled now, for the operator. */
function restrictionSteps({ manifest: { createdAt }, restrictions }: RestoredBackup): readonly string[] {
  const { frozen, disabled, enabled, unknown } = restrictions
  return [
    ...frozen.map(freezeStep),
    ...(disabled.length > 0 ? [`Disabled again, as since the backup: ${namesOf(disabled)}.`] : []),
    ...(enabled.length > 0
      ? [
          `Enabled, although disabled since the backup: ${namesOf(enabled)}. A freeze refuses the change; thaw, then disable.`,
        ]
      : []),
    ...(unknown === null
      ? []
      : [
          `Nothing shows what else was frozen or disabled since ${createdAt} (${unknown}). ` +
            'If in doubt, run "strongroom freeze" before you serve the folder.',
        ]),
  ]
}

function keySteps({ keyIds }: Manifest, missing: readonly string[], { keyFile, keys }: KeyPlaces): readonly string[] {
  if (keys)
    return missing.length > 0 ? [`Name the holder of key ${missing.join(', ')} with --key or --retired-key.`] : []
  return [
    ...(missing.length > 0 ? [`Put the file with key ${missing.join(', ')} at ${keyFile} (chmod 0400).`] : []),
    ...(keyIds.length === 0 && !existsSync(keyFile)
      ? [`The backup has no credentials, so it needs no key: "strongroom serve" makes a new one at ${keyFile}.`]
      : []),
  ]
}

function nextSteps(restored: RestoredBackup, missing: readonly string[], places: KeyPlaces): readonly string[] {
  return [
    ...keySteps(restored.manifest, missing, places),
    ...tokenSteps(restored),
    ...restrictionSteps(restored),
    `Credentials rotated since then are back at their older version: check each custodian before you rely on it.`,
  ]
}

async function restore(file: string, { replace = false, keepTokens = false, ...given }: Given): Promise<void> {
  assertInFolder(given, 'Restore the database with pg_restore; see docs/production.md.')
  const options = folderOptionsOf(given)
  const { dataDir } = options
  const request = { file, dataDir, replace, keepTokens, actor: actorOf('backup restore') }
  const restored = await sayingWhy(() => restoreBackup(request))
  const { manifest, aside, tokens, restrictions } = restored
  const missingKeyIds = await missingKeys(manifest, options)
  const steps = nextSteps(restored, missingKeyIds, options)
  const sequence = idAsNumber(manifest.auditHead.sequence)
  const json = { dataDir, aside, createdAt: manifest.createdAt, auditHead: { ...manifest.auditHead, sequence } }
  const ofTokens = { tokensRevoked: tokens.revoked.length, tokensValid: tokens.valid }
  const stopped = { frozen: restrictions.frozen, disabled: restrictions.disabled }
  answer(options, { ...json, ...ofTokens, ...stopped, missingKeyIds, nextSteps: steps }, () =>
    [
      `${dataDir} holds the backup of ${manifest.createdAt}, up to audit record ${manifest.auditHead.sequence}.`,
      ...(aside ? [`The previous data is in ${aside}.`] : []),
      ...steps,
    ].join('\n'),
  )
}

export const addBackupRestore = (backup: Command): void =>
  void withFolderOptions(backup.command('restore').argument('<file>', 'a file created by "backup create"'))
    .option('--replace', 'move existing data aside; without it, only an empty folder is filled')
    .option('--keep-tokens', 'keep operator tokens valid although nothing shows which were revoked since the backup')
    .action(restore)
