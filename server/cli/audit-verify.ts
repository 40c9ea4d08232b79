import type { Command } from 'commander'
import { type ChainReport, verifyChain } from '../audit/verify-chain.ts'
import type { AnchorState } from '../store/inspection.ts'
import { inspectFolder } from '../store/sqlite/inspect/inspect-folder.ts'
import { exitCodes } from './exit-codes.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, idAsNumber } from './output.ts'

const nextStep =
  'Keep the folder as it is for whoever looks into it; restore the latest backup with "strongroom backup restore".'

const placeOf = ({ sequence, hash }: { sequence: string; hash: string }) => ({ sequence: idAsNumber(sequence), hash })

const toJson = ({ records, head, fault }: ChainReport, anchor: AnchorState) => ({
  ok: fault === null,
  records,
  head: placeOf(head),
  anchor: typeof anchor === 'string' ? anchor : placeOf(anchor),
  fault: fault && { sequence: fault.sequence && idAsNumber(fault.sequence), reason: fault.reason, nextStep },
})

function toText({ records, head, fault }: ChainReport): string {
  const sound = `${records} records are sound; the last is ${head.sequence}, ${head.hash}.`
  if (!fault) return `ok: ${sound}`
  const where = fault.sequence === null ? '' : `record ${fault.sequence}: `
  return `fail: ${where}${fault.reason}.\n${sound}\n${nextStep}`
}

function verify(given: GivenFolder): void {
  const options = folderOptionsOf(given)
  using inspection = inspectFolder(options.dataDir)
  const { anchor } = inspection
  const report = verifyChain({ links: inspection.auditLinks(), anchor, openIntents: inspection.openIntents() })
  answer(options, toJson(report, anchor), () => toText(report))
  if (report.fault) process.exitCode = exitCodes.failed
}

export const addAuditVerify = (audit: Command): void =>
  void withFolderOptions(
    audit
      .command('verify')
      .description('check every record, the hash chain, its anchor, and that every intent has one outcome'),
  ).action(verify)
