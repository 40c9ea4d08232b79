import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Manifest } from '../backup/manifest.ts'
import { type RestoredBackup, restoreBackup } from '../backup/restore-backup.ts'
import { DataFolderError } from '../data-folder-error.ts'
import { readKeyFiles } from '../vault/key-ring.ts'
import { actorOf } from './actor.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, idAsNumber } from './output.ts'
import { sayingWhy } from './saying-why.ts'

type Given = GivenFolder & { readonly replace?: boolean }

/** The keys that the restored pairs need and no key file has. */
function missingKeys({ keyIds }: Manifest, keyFile: string): readonly string[] {
  try {
    const held = new Set(readKeyFiles(keyFile).map(({ key }) => key.id))
    return keyIds.filter((keyId) => !held.has(keyId))
  } catch (error) {
    if (error instanceof DataFolderError) return keyIds
    throw error
  }
}

function nextSteps({ manifest }: RestoredBackup, keyFile: string): readonly string[] {
  const missing = missingKeys(manifest, keyFile)
  return [
    ...(missing.length > 0 ? [`Put the file with key ${missing.join(', ')} at ${keyFile} (chmod 0400).`] : []),
    ...(manifest.keyIds.length === 0 && !existsSync(keyFile)
      ? [`The backup has no credentials, so it needs no key: "strongroom serve" makes a new one at ${keyFile}.`]
      : []),
    `Operator tokens revoked since ${manifest.createdAt} are valid again: see "strongroom token list".`,
    `Pairs rotated since then are the older ones again: check each custodian before you rely on it.`,
  ]
}

async function restore(file: string, { replace = false, ...given }: Given): Promise<void> {
  const options = folderOptionsOf(given)
  const { dataDir, keyFile } = options
  const restored = await sayingWhy(() => restoreBackup({ file, dataDir, replace, actor: actorOf('backup restore') }))
  const { manifest, aside } = restored
  const steps = nextSteps(restored, keyFile)
  const sequence = idAsNumber(manifest.auditHead.sequence)
  const json = { dataDir, aside, createdAt: manifest.createdAt, auditHead: { ...manifest.auditHead, sequence } }
  answer(options, { ...json, missingKeyIds: missingKeys(manifest, keyFile), nextSteps: steps }, () =>
    [
      `${dataDir} holds the backup of ${manifest.createdAt}, up to audit record ${manifest.auditHead.sequence}.`,
      ...(aside ? [`What was there before is in ${aside}.`] : []),
      ...steps,
    ].join('\n'),
  )
}

export const addBackupRestore = (backup: Command): void =>
  void withFolderOptions(
    backup
      .command('restore')
      .description('restore a backup into an empty folder, or replace the data of one that is not served')
      .argument('<file>', 'a file created by "backup create"'),
  )
    .option('--replace', 'move existing data aside; without it, only an empty folder is filled')
    .action(restore)
