import type { Command } from 'commander'
import { type ArchiveReport, verifyArchive } from '../audit/archive.ts'
import { exitCodes } from './exit-codes.ts'
import { answer, idAsNumber } from './output.ts'
import { setting } from './settings.ts'

const nextStep = 'Get the files from where they were exported to, or export them again.'

const placeOf = ({ sequence, hash }: { sequence: string; hash: string }) => ({ sequence: idAsNumber(sequence), hash })

const toJson = ({ records, start, head, fault }: ArchiveReport) => ({
  ok: fault === null,
  records,
  start: placeOf(start),
  end: placeOf(head),
  fault: fault && { sequence: fault.sequence && idAsNumber(fault.sequence), reason: fault.reason, nextStep },
})

function toText({ records, start, head, fault }: ArchiveReport): string {
  const sound = `${records} records verified; they follow ${start.sequence}, ${start.hash}, and end with ${head.sequence}, ${head.hash}.`
  if (!fault) return `ok: ${sound}`
  return `fail: ${fault.sequence === null ? '' : `record ${fault.sequence}: `}${fault.reason}.\n${sound}\n${nextStep}`
}

async function verify(files: readonly string[], { json = false }: { readonly json?: boolean }): Promise<void> {
  const report = await verifyArchive(files)
  answer({ json }, toJson(report), () => toText(report))
  if (report.fault) process.exitCode = exitCodes.failed
}

export const addAuditVerifyArchive = (audit: Command): void =>
  void audit
    .command('verify-archive')
    .argument('<files...>', 'files of "strongroom audit export", in any order')
    .addOption(setting('--json', 'print the result as one JSON value'))
    .action(verify)
