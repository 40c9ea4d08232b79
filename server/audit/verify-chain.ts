import { chainHash, chainStart } from '../store/audit-chain.ts'
import type { AnchorState, AuditLink } from '../store/inspection.ts'
import { createIntentBook } from './intent-book.ts'

/** What is to be believed of an audit: its records in order, the anchor beside it, the intents still open in the database. */
export type Audit = {
  readonly links: Iterable<AuditLink>
  readonly anchor: AnchorState
  readonly openIntents: ReadonlySet<string>
}

/** The first record that cannot be believed; null where the fault is not in one record. */
export type ChainFault = { readonly sequence: string | null; readonly reason: string }

export type ChainReport = {
  /** How many records are sound, from the first one on. */
  readonly records: number
  /** The last sound record. */
  readonly head: { readonly sequence: string; readonly hash: string }
  readonly fault: ChainFault | null
}

/** Walks the whole chain, one record in memory at a time, up to the first record that cannot be believed. */
export function verifyChain({ links, anchor, openIntents }: Audit): ChainReport {
  const intents = createIntentBook()
  let records = 0
  let head = { sequence: '0', hash: chainStart }
  for (const link of links) {
    const reason = wrongPlace(link, head.sequence) ?? wrongHash(link, head.hash) ?? offAnchor(link, anchor)
    const fault = reason ?? intents.enter(link)
    if (fault) return { records, head, fault: { sequence: link.sequence, reason: fault } }
    head = { sequence: link.sequence, hash: link.hash }
    records += 1
  }
  return { records, head, fault: wrongEnd(head.sequence, anchor) ?? intents.unsettled(openIntents) }
}

function wrongPlace({ sequence }: AuditLink, before: string): string | null {
  const expected = `${BigInt(before) + 1n}`
  return sequence === expected ? null : `record ${expected} is missing: ${before} is followed by ${sequence}`
}

const wrongHash = (link: AuditLink, before: string) =>
  link.hash === chainHash(before, link) ? null : 'its hash does not fit its content and the record before it'

const offAnchor = ({ sequence, hash }: AuditLink, anchor: AnchorState) =>
  typeof anchor === 'string' || anchor.sequence !== sequence || anchor.hash === hash
    ? null
    : 'the anchor was written for another record in this place: the chain was made anew'

function wrongEnd(head: string, anchor: AnchorState): ChainFault | null {
  if (anchor === 'damaged') return { sequence: null, reason: 'audit.anchor is damaged' }
  if (anchor === 'missing')
    return head === '0'
      ? null
      : { sequence: null, reason: 'audit.anchor is missing, so nothing tells whether later records were lost' }
  if (BigInt(anchor.sequence) <= BigInt(head)) return null
  const reason = `the audit ends at record ${head}, but its anchor says that record ${anchor.sequence} was stored: acknowledged changes are missing`
  return { sequence: `${BigInt(head) + 1n}`, reason }
}
