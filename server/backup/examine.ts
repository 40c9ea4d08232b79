import { verifyChain } from '../audit/verify-chain.ts'
import type { AnchorState, Inspection } from '../store/inspection.ts'

/** What is wrong with a copy of the data whose audit must reach this anchor; null when nothing is. */
export async function faultOf(copy: Inspection, anchor: AnchorState): Promise<string | null> {
  const [structural] = await copy.structuralFaults()
  if (structural) return `its database is damaged (${structural})`
  const [dangling] = await copy.danglingReferences()
  if (dangling) return `its database is inconsistent (${dangling})`
  const { fault } = await verifyChain(copy, anchor)
  if (!fault) return null
  return fault.sequence === null ? fault.reason : `audit record ${fault.sequence}: ${fault.reason}`
}
