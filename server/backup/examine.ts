import { verifyChain } from '../audit/verify-chain.ts'
import type { AnchorState, Inspection } from '../store/inspection.ts'

/** What is wrong with a copy of the data whose audit must reach this anchor; null when nothing is. */
export function faultOf(copy: Inspection, anchor: AnchorState): string | null {
  const [structural] = copy.structuralFaults()
  if (structural) return `its database is damaged (${structural})`
  const [dangling] = copy.danglingReferences()
  if (dangling) return `its database contradicts itself (${dangling})`
  const { fault } = verifyChain({ links: copy.auditLinks(), anchor, openIntents: copy.openIntents() })
  if (!fault) return null
  return fault.sequence === null ? fault.reason : `audit record ${fault.sequence}: ${fault.reason}`
}
