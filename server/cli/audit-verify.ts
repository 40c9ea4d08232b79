import type { Command } from 'commander'
import { type ChainReport, verifyChain } from '../audit/verify-chain.ts'
import { administer } from '../data-folder.ts'
import type { AnchorState } from '../store/inspection.ts'
import { exitCodes } from './exit-codes.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, idAsNumber } from './output.ts'

const nextStep =
  'Keep the folder unchanged for the investigation; restore the latest backup with "strongroom backup restore".'

const placeOf = ({ sequence, hash }: { sequence: string; hash: string }) => ({ sequence: idAsNumber(sequence), hash })

const toJson = ({ records, head, fault }: ChainReport, anchor: AnchorState) => ({
  ok: fault === null,
  records,
  head: placeOf(head),
  anchor: typeof anchor === 'string' ? anchor : placeOf(anchor),
  fault: fault && { sequence: fault.sequence && idAsNumber(fault.sequence), reason: fault.reason, nextStep },
})

function toText({ records, head, fault }: ChainReport): string {
  const sound = `${records} records verified; the last is ${head.sequence}, ${head.hash}.`
  if (!fault) return `ok: ${sound}`
  const where = fault.sequence === null ? '' : `record ${fault.sequence}: `
  return `fail: ${where}${fault.reason}.\n${sound}\n${nextStep}`
}

async function verify(given: GivenFolder): Promise<void> {
  const options = folderOptionsOf(given)
  await using inspection = await administer(options.dataDir).inspect()
  const report = await verifyChain(inspection)
  answer(options, toJson(report, inspection.anchor), () => toText(report))
  if (report.fault) process.exitCode = exitCodes.failed
}

export const addAuditVerify = (audit: Command): void =>
  void withFolderOptions(
    audit
      .command('verify')
      .description('check every record, the hash chain, its anchor, and that every intent has one outcome'),
  ).action(verify)
