import { type Command, Option } from 'commander'
import { AuditKind } from '../../shared/audit.ts'
import type { Id } from '../../shared/primitives.ts'
import { auditLines } from '../audit/export-audit.ts'
import { administer } from '../data-folder.ts'
import { assertWritableTarget, writeExport } from './export-file.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { parseId, parseMoment } from './parse.ts'

type Given = GivenFolder & {
  readonly output?: string
  readonly custodian?: Id
  readonly kind?: AuditKind
  readonly since?: number
}

async function exportRecords(given: Given): Promise<void> {
  const { dataDir, database, json } = folderOptionsOf(given)
  const { output, custodian: custodianId, kind, since } = given
  assertWritableTarget({ output, json }, 'records')
  await using inspection = await administer(dataDir, database).inspect()
  const lines = auditLines(inspection.auditLinks({ custodianId, kind, since }))
  await writeExport({ lines, noun: 'records' }, { output, json })
}

export const addAuditExport = (audit: Command): void =>
  void withFolderOptions(audit.command('export'))
    .option('--output <file>', 'write to this new file instead of standard output')
    .option('--custodian <id>', 'only records of this custodian', parseId)
    .addOption(new Option('--kind <kind>', 'only records of this kind').choices(AuditKind.options))
    .option('--since <moment>', 'only records since then: 2026-01-31 or 2026-01-31T09:30:00Z', parseMoment)
    .action(exportRecords)
