import type { Command } from 'commander'
import { verifyFromArchive } from '../audit/archive.ts'
import { type ChainedAudit, type ChainReport, verifyChain } from '../audit/verify-chain.ts'
import { administer } from '../data-folder.ts'
import type { RecordProgress } from '../platform/progress.ts'
import type { AnchorState, AuditLink, Inspection } from '../store/inspection.ts'
import { exitCodes } from './exit-codes.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, idAsNumber } from './output.ts'
import { createProgress, type GivenProgress, progressOption } from './progress.ts'

const nextStepOf = ({ engine }: Inspection) =>
  `Keep a copy of the data as it is for the investigation. ${engine.steps.restore}`

const placeOf = ({ sequence, hash }: { sequence: string; hash: string }) => ({ sequence: idAsNumber(sequence), hash })

const toJson = ({ records, head, fault }: ChainReport, anchor: AnchorState, nextStep: string) => ({
  ok: fault === null,
  records,
  head: placeOf(head),
  anchor: typeof anchor === 'string' ? anchor : placeOf(anchor),
  fault: fault && { sequence: fault.sequence && idAsNumber(fault.sequence), reason: fault.reason, nextStep },
})

function toText({ records, head, fault }: ChainReport, nextStep: string): string {
  const sound = `${records} records verified; the last is ${head.sequence}, ${head.hash}.`
  if (!fault) return `ok: ${sound}`
  const where = fault.sequence === null ? '' : `record ${fault.sequence}: `
  return `fail: ${where}${fault.reason}.\n${sound}\n${nextStep}`
}

/** Records between two reports of progress. */
const reportEvery = 1_000

async function* counted(links: AsyncIterable<AuditLink>, onRead: (records: number) => void): AsyncIterable<AuditLink> {
  let records = 0
  for await (const link of links) {
    yield link
    records += 1
    if (records % reportEvery === 0) onRead(records)
  }
  onRead(records)
}

/** The same audit, which reports how many records were read. Without an anchor nothing says how many there are. */
function followed(audit: Inspection, onProgress: (progress: RecordProgress) => void): ChainedAudit {
  const { anchor, othersWrite } = audit
  if (typeof anchor === 'string') return audit
  const allRecords = Number(anchor.sequence)
  const report = (records: number) =>
    onProgress({ step: 'verifying', doneRecords: Math.min(records, allRecords), allRecords })
  return {
    anchor,
    othersWrite,
    openIntents: () => audit.openIntents(),
    auditLinks: (filter) => counted(audit.auditLinks(filter), report),
  }
}

type Given = GivenFolder & GivenProgress & { readonly archive?: readonly string[] }

async function verify(given: Given): Promise<void> {
  const options = folderOptionsOf(given)
  await using inspection = await administer(options.dataDir, options.database).inspect()
  const progress = createProgress({ ...options, progress: given.progress })
  const audit = followed(inspection, progress.show)
  const verified = given.archive ? verifyFromArchive(audit, given.archive) : verifyChain(audit)
  const report = await verified.finally(progress.stop)
  const nextStep = nextStepOf(inspection)
  answer(options, toJson(report, inspection.anchor, nextStep), () => toText(report, nextStep))
  if (report.fault) process.exitCode = exitCodes.failed
}

export const addAuditVerify = (audit: Command): void =>
  void withFolderOptions(audit.command('verify').addOption(progressOption()))
    .option(
      '--archive <files...>',
      'exported segments from the first record on; the audit must continue them, and is read from their end on',
    )
    .action(verify)
