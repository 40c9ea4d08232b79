import { DataFolderError } from '../data-folder-error.ts'
import { chainHash, chainStart } from '../store/audit-chain.ts'
import type { AnchorState, AuditLink } from '../store/inspection.ts'
import { createIntentBook } from './intent-book.ts'

/** What is to be believed of an audit: its records in order, the anchor beside it, the intents still open in the database. */
export type Audit = {
  readonly links: Iterable<AuditLink>
  readonly anchor: AnchorState
  readonly openIntents: ReadonlySet<string>
}

/** The first record that cannot be believed, null where the fault is not in one record, or what the anchor says against the end. */
export type ChainFault = {
  readonly about: 'record' | 'anchor'
  readonly sequence: string | null
  readonly reason: string
}

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
  const stopAt = (sequence: string, reason: string) => ({
    records,
    head,
    fault: { about: 'record', sequence, reason } as const,
  })
  try {
    for (const link of links) {
      const fault = wrongPlace(link, head.sequence) ?? wrongHash(link, head.hash) ?? offAnchor(link, anchor)
      const reason = fault ?? intents.enter(link)
      if (reason) return stopAt(link.sequence, reason)
      head = { sequence: link.sequence, hash: link.hash }
      records += 1
    }
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error
    return stopAt(after(head.sequence), 'it cannot be read: the page of the database that holds it is damaged')
  }
  return { records, head, fault: wrongEnd(head.sequence, anchor) ?? intents.unsettled(openIntents) }
}

const after = (sequence: string) => `${BigInt(sequence) + 1n}`

function wrongPlace({ sequence }: AuditLink, before: string): string | null {
  const expected = after(before)
  return sequence === expected ? null : `record ${expected} is missing: ${before} is followed by ${sequence}`
}

const wrongHash = (link: AuditLink, before: string) =>
  link.hash === chainHash(before, link) ? null : 'its hash does not fit its content and the record before it'

const offAnchor = ({ sequence, hash }: AuditLink, anchor: AnchorState) =>
  typeof anchor === 'string' || anchor.sequence !== sequence || anchor.hash === hash
    ? null
    : 'the anchor was written for another record in this place: the chain was made anew'

function wrongEnd(head: string, anchor: AnchorState): ChainFault | null {
  const wrong = (reason: string, sequence: string | null = null): ChainFault => ({ about: 'anchor', sequence, reason })
  if (anchor === 'damaged') return wrong('audit.anchor is damaged')
  if (anchor === 'missing')
    return head === '0' ? null : wrong('audit.anchor is missing, so nothing tells whether later records were lost')
  if (BigInt(anchor.sequence) <= BigInt(head)) return null
  const reason = `the audit ends at record ${head}, but its anchor says that record ${anchor.sequence} was stored: acknowledged changes are missing`
  return wrong(reason, after(head))
}
