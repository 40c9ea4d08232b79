import type { Command } from 'commander'
import { createBackup, type MadeBackup } from '../backup/create-backup.ts'
import { actorOf } from './actor.ts'
import { withExistingStore } from './folder.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, idAsNumber } from './output.ts'
import { createProgress, type GivenProgress, progressOption } from './progress.ts'
import { sayingWhy } from './saying-why.ts'
import { assertInFolder } from './store-options.ts'

const toJson = ({ file, sha256, manifest }: MadeBackup) => ({
  file,
  sha256,
  createdAt: manifest.createdAt,
  keyIds: manifest.keyIds,
  auditHead: { ...manifest.auditHead, sequence: idAsNumber(manifest.auditHead.sequence) },
})

const toText = ({ file, sha256, manifest: { auditHead, keyIds } }: MadeBackup) =>
  [
    `${file} is a verified backup up to audit record ${auditHead.sequence}.`,
    `SHA-256 ${sha256}`,
    keyIds.length > 0
      ? `It does not contain the key that opens its credentials (${keyIds.join(', ')}). Keep a copy of the key file in another place.`
      : 'It has no credentials.',
  ].join('\n')

async function create(target: string, given: GivenFolder & GivenProgress): Promise<void> {
  assertInFolder(given, 'Copy the database with pg_dump; see docs/production.md.')
  const options = folderOptionsOf(given)
  const { dataDir } = options
  const progress = createProgress({ ...options, progress: given.progress })
  const request = { dataDir, target, actor: actorOf('backup create'), onProgress: progress.show }
  const made = await sayingWhy(() => withExistingStore(options, (store) => createBackup(store, request))).finally(
    progress.stop,
  )
  answer(options, toJson(made), () => toText(made))
}

export const addBackupCreate = (backup: Command): void =>
  void withFolderOptions(
    backup
      .command('create')
      .argument('<file-or-folder>', 'a new file, or a folder for a file named after the current time')
      .addOption(progressOption()),
  ).action(create)
