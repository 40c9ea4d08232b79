import { verifyChain } from '../audit/verify-chain.ts'
import type { Inspection } from '../store/inspection.ts'
import { type Finding, failing, passing, restoreStep, warn } from './finding.ts'

export const checkSchema = ({ engine, schema }: Inspection): Finding =>
  schema.applied >= schema.known
    ? passing(engine.name, `${engine.description}, schema ${schema.applied}`)
    : warn(engine.name, `schema ${schema.applied} of ${schema.known}`, 'Start the server to migrate the schema.')

const linesOrOk = (name: string, lines: readonly string[], sound: string): Finding =>
  lines.length === 0 ? passing(name, sound) : failing(name, lines.join('; '), restoreStep)

export const checkStructure = async (inspection: Inspection): Promise<Finding> =>
  linesOrOk('integrity', await inspection.structuralFaults(), inspection.engine.soundness)

export const checkReferences = async (inspection: Inspection): Promise<Finding> =>
  linesOrOk('references', await inspection.danglingReferences(), 'all references between rows are valid')

/** The chain of the audit, and the anchor that its end is compared with. */
export async function checkAudit(inspection: Inspection): Promise<readonly Finding[]> {
  const { records, head, fault } = await verifyChain(inspection)
  if (fault?.about === 'record') {
    const where = fault.sequence === null ? '' : `record ${fault.sequence}: `
    return [failing('audit', `${where}${fault.reason}`, restoreStep)]
  }
  const sound = passing('audit', `${records} records are intact, and every intent has one outcome or is open`)
  if (!fault)
    return [sound, passing('anchor', `the anchor matches the audit log, which ends at record ${head.sequence}`)]
  const step = fault.sequence === null ? 'See "A lost anchor" in docs/audit.md.' : restoreStep
  return [sound, failing('anchor', fault.reason, step)]
}

export async function checkOpenWork(inspection: Inspection, isServed: boolean): Promise<Finding> {
  const { size } = await inspection.openIntents()
  if (size === 0 || isServed) return passing('open', `${size} rotations or checks are open`)
  return warn(
    'open',
    `${size} rotations or checks were interrupted; the old credentials are still active`,
    'Start the server to record their outcome.',
  )
}
