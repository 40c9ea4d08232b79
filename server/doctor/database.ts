import { verifyChain } from '../audit/verify-chain.ts'
import type { Inspection } from '../store/inspection.ts'
import { type Finding, failing, passing, warn } from './finding.ts'

export function checkEngine({ engine, schema }: Inspection): Finding {
  const { name, description, unsafeSettings, steps } = engine
  if (schema.applied < schema.known) return warn(name, `schema ${schema.applied} of ${schema.known}`, steps.migrate)
  if (unsafeSettings.length === 0) return passing(name, `${description}, schema ${schema.applied}`)
  const settings = unsafeSettings.join(', ')
  return warn(
    name,
    `${description}: with ${settings}, a crash may take acknowledged changes`,
    'Turn these settings on in postgresql.conf, and restart the database.',
  )
}

export async function checkStructure(inspection: Inspection): Promise<Finding> {
  const { soundness, steps } = inspection.engine
  const faults = await inspection.structuralFaults()
  return faults.length === 0 ? passing('integrity', soundness) : failing('integrity', faults.join('; '), steps.restore)
}

export async function checkReferences(inspection: Inspection): Promise<Finding> {
  const faults = await inspection.danglingReferences()
  return faults.length === 0
    ? passing('references', 'all references between rows are valid')
    : failing('references', faults.join('; '), inspection.engine.steps.restore)
}

/** The chain of the audit, and the anchor that its end is compared with. */
export async function checkAudit(inspection: Inspection): Promise<readonly Finding[]> {
  const { records, head, fault } = await verifyChain(inspection)
  const { restore } = inspection.engine.steps
  if (fault?.about === 'record') {
    const where = fault.sequence === null ? '' : `record ${fault.sequence}: `
    return [failing('audit', `${where}${fault.reason}`, restore)]
  }
  const sound = passing('audit', `${records} records are intact, and every intent has one outcome or is open`)
  if (!fault)
    return [sound, passing('anchor', `the anchor matches the audit log, which ends at record ${head.sequence}`)]
  const step = fault.sequence === null ? 'See "A lost anchor" in docs/audit.md.' : restore
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
