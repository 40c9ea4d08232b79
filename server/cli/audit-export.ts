import { createWriteStream, existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { AuditKind } from '../../shared/audit.ts'
import type { Id } from '../../shared/primitives.ts'
import { exportAudit } from '../audit/export-audit.ts'
import { publish } from '../durable-files.ts'
import type { AuditLink } from '../store/inspection.ts'
import { inspectFolder } from '../store/sqlite/inspect/inspect-folder.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answerJson, note } from './output.ts'
import { parseId } from './parse.ts'

type Given = GivenFolder & {
  readonly output?: string
  readonly custodian?: Id
  readonly kind?: AuditKind
  readonly since?: number
}

/** A date, or a date and time with its zone, in epoch milliseconds. */
function parseMoment(text: string): number {
  const isMoment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  const at = isMoment ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new InvalidArgumentError('It must look like 2026-01-31 or 2026-01-31T09:30:00Z.')
  return at
}

function assertUsable({ output, json }: Given): void {
  if (json && !output)
    throw new CommandError('--json prints one value, but the records are one each line', {
      nextStep: 'Name a file for them with --output, or leave --json out.',
      exitCode: exitCodes.usage,
    })
  if (output && existsSync(output))
    throw new CommandError(`${output} is there already and was not overwritten`, {
      nextStep: 'Name another file.',
      exitCode: exitCodes.failed,
    })
}

/** A reader that has seen enough closes the pipe; that is no failure. */
async function exportToPipe(links: Iterable<AuditLink>): Promise<void> {
  try {
    await exportAudit(links, process.stdout, { end: false })
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EPIPE') throw error
  }
}

async function exportToFile(links: Iterable<AuditLink>, file: string): Promise<number> {
  const draft = `${file}.part`
  rmSync(draft, { force: true })
  const records = await exportAudit(links, createWriteStream(draft, { mode: 0o600, flags: 'wx' }), { end: true })
  publish(draft, file)
  return records
}

async function exportRecords(given: Given): Promise<void> {
  assertUsable(given)
  const { dataDir, json } = folderOptionsOf(given)
  const { output, custodian: custodianId, kind, since } = given
  using inspection = inspectFolder(dataDir)
  const links = inspection.auditLinks({ custodianId, kind, since })
  if (!output) return await exportToPipe(links)
  const records = await exportToFile(links, resolve(output))
  if (json) answerJson({ file: resolve(output), records })
  else note(`${records} records are in ${output}.`)
}

export const addAuditExport = (audit: Command): void =>
  void withFolderOptions(audit.command('export').description('write the records as NDJSON, oldest first'))
    .option('--output <file>', 'write to this new file instead of standard output')
    .option('--custodian <id>', 'only records of this custodian', parseId)
    .addOption(new Option('--kind <kind>', 'only records of this kind').choices(AuditKind.options))
    .option('--since <moment>', 'only records since then: 2026-01-31 or 2026-01-31T09:30:00Z', parseMoment)
    .action(exportRecords)
