import { tmpdir } from 'node:os'
import type { Command } from 'commander'
import { type InspectedBackup, inspectBackup } from '../backup/inspect-backup.ts'
import { missingKeys } from './backup-restore.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, idAsNumber } from './output.ts'
import { parsePath } from './parse.ts'
import { sayingWhy } from './saying-why.ts'

type Given = GivenFolder & { readonly unpackIn: string }

function toText({ manifest, tenants, custodians }: InspectedBackup, missing: readonly string[]): string {
  const { createdAt, strongroom, auditHead } = manifest
  return [
    `The backup of ${createdAt} by version ${strongroom} is intact, up to audit record ${auditHead.sequence}.`,
    `Audit head ${auditHead.hash}`,
    `It has ${tenants.length} tenants and ${custodians} custodians.`,
    ...tenants.map(({ id, name }) => `  ${id}  ${JSON.stringify(name)}`),
    ...(missing.length > 0
      ? [`Its credentials need key ${missing.join(', ')}, which is not among the configured ones.`]
      : []),
  ].join('\n')
}

async function inspect(file: string, { unpackIn, ...given }: Given): Promise<void> {
  const options = folderOptionsOf(given)
  const inspected = await sayingWhy(() => inspectBackup(file, unpackIn))
  const { manifest, tenants, custodians } = inspected
  const missingKeyIds = await missingKeys(manifest, options)
  const json = {
    createdAt: manifest.createdAt,
    strongroom: manifest.strongroom,
    auditHead: { ...manifest.auditHead, sequence: idAsNumber(manifest.auditHead.sequence) },
    tenants: tenants.map(({ id, name }) => ({ tenantId: idAsNumber(id), name })),
    custodians,
    keyIds: manifest.keyIds,
    missingKeyIds,
  }
  answer(options, json, () => toText(inspected, missingKeyIds))
}

export const addBackupInspect = (backup: Command): void =>
  void withFolderOptions(
    backup
      .command('inspect')
      .argument('<file>', 'a file created by "backup create"')
      .option('--unpack-in <dir>', 'folder for the unpacked copy, which is removed afterwards', parsePath, tmpdir()),
  ).action(inspect)
