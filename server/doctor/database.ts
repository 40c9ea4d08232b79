import { verifyChain } from '../audit/verify-chain.ts'
import type { Inspection } from '../store/inspection.ts'
import { type Finding, failing, passing, restoreStep, warn } from './finding.ts'

export const checkSchema = ({ engine, schema }: Inspection): Finding =>
  schema.applied === schema.known
    ? passing(engine.name, `${engine.description}, schema ${schema.applied}`)
    : warn(
        engine.name,
        `schema ${schema.applied} of ${schema.known}`,
        'Start the server: it brings the schema up to date.',
      )

const linesOrOk = (name: string, lines: readonly string[], sound: string): Finding =>
  lines.length === 0 ? passing(name, sound) : failing(name, lines.join('; '), restoreStep)

export const checkStructure = async (inspection: Inspection): Promise<Finding> =>
  linesOrOk('integrity', await inspection.structuralFaults(), 'every page of the database is sound')

export const checkReferences = async (inspection: Inspection): Promise<Finding> =>
  linesOrOk('references', await inspection.danglingReferences(), 'every row that is named is there')

/** The chain of the audit, and the anchor that its end is compared with. */
export async function checkAudit(inspection: Inspection): Promise<readonly Finding[]> {
  const { records, head, fault } = await verifyChain(inspection)
  if (fault?.about === 'record') {
    const where = fault.sequence === null ? '' : `record ${fault.sequence}: `
    return [failing('audit', `${where}${fault.reason}`, restoreStep)]
  }
  const sound = passing('audit', `${records} records are sound, and every intent has one outcome or is open`)
  if (!fault) return [sound, passing('anchor', `the anchor fits the audit, which ends at record ${head.sequence}`)]
  const step = fault.sequence === null ? 'See "A lost anchor" in docs/audit.md.' : restoreStep
  return [sound, failing('anchor', fault.reason, step)]
}

export async function checkOpenWork(inspection: Inspection, isServed: boolean): Promise<Finding> {
  const { size } = await inspection.openIntents()
  if (size === 0 || isServed) return passing('open', `${size} rotations or checks are open`)
  return warn(
    'open',
    `${size} rotations or checks were interrupted; the old pairs are in force`,
    'Start the server: it ends them.',
  )
}
