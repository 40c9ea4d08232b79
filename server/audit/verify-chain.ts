import { DataFolderError } from '../platform/data-folder-error.ts'
import type { AnchorState, AuditLink, Inspection } from '../store/inspection.ts'
import { type ChainEnd, chainHash, chainStart, mayLag } from './chain.ts'

/** What is to be believed of an audit: its records in order, the anchor outside it, the intents still open. */
export type ChainedAudit = Pick<Inspection, 'auditLinks' | 'anchor' | 'openIntents' | 'othersWrite'>

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

/**
 * Walks the whole chain, one record in memory at a time, up to the first record that cannot be believed. A copy is held
 * against the anchor of its original.
 */
export async function verifyChain(audit: ChainedAudit, anchor = audit.anchor): Promise<ChainReport> {
  const intents = createIntentBook()
  let records = 0
  let head = { sequence: '0', hash: chainStart }
  let end: ChainEnd = { sequence: '0', commitStart: '0' }
  const stopAt = (sequence: string, reason: string) => ({
    records,
    head,
    fault: { about: 'record', sequence, reason } as const,
  })
  try {
    for await (const link of audit.auditLinks()) {
      const reason = wrongLink(link, head) ?? offAnchor(link, anchor) ?? intents.enter(link)
      if (reason) return stopAt(link.sequence, reason)
      head = { sequence: link.sequence, hash: link.hash }
      end = link
      records += 1
    }
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error
    return stopAt(after(head.sequence), 'it cannot be read: its database page is damaged')
  }
  return {
    records,
    head,
    fault: wrongEnd(end, anchor, audit.othersWrite) ?? intents.unsettled(await audit.openIntents()),
  }
}

const after = (sequence: string) => `${BigInt(sequence) + 1n}`

/** Why a record does not follow the one before it; null when it does. */
export const wrongLink = (
  link: AuditLink,
  before: { readonly sequence: string; readonly hash: string },
): string | null => wrongPlace(link, before.sequence) ?? wrongHash(link, before.hash)

function wrongPlace({ sequence }: AuditLink, before: string): string | null {
  const expected = after(before)
  return sequence === expected ? null : `record ${expected} is missing: ${before} is followed by ${sequence}`
}

const wrongHash = (link: AuditLink, before: string) =>
  link.hash === chainHash(before, link) ? null : 'its hash does not match its content and the previous record'

const offAnchor = ({ sequence, hash }: AuditLink, anchor: AnchorState) =>
  typeof anchor === 'string' || anchor.sequence !== sequence || anchor.hash === hash
    ? null
    : 'the anchor was written for a different record at this position: the chain was rebuilt'

function wrongEnd(end: ChainEnd, anchor: AnchorState, mayLagFar: boolean): ChainFault | null {
  const head = end.sequence
  const wrong = (reason: string, sequence: string | null = null): ChainFault => ({ about: 'anchor', sequence, reason })
  if (anchor === 'damaged') return wrong('audit.anchor is damaged')
  if (anchor === 'missing')
    return head === '0' ? null : wrong('audit.anchor is missing, so lost records cannot be detected')
  if (anchor.sequence === '0' && anchor.hash !== chainStart)
    return wrong('audit.anchor has a hash but no record number')
  if (!mayLagFar && !mayLag(anchor.sequence, end))
    return wrong(
      `the audit log ends at record ${head}, but its anchor names record ${anchor.sequence}: an interrupted commit cannot leave it ` +
        'this far behind, so it was set back, perhaps to hide lost records',
    )
  if (BigInt(anchor.sequence) <= BigInt(head)) return null
  const missing = `the audit log ends at record ${head}, but its anchor says that record ${anchor.sequence} was stored: acknowledged changes are missing`
  return wrong(missing, after(head))
}

/** Keeps the intents that wait for their outcome, and nothing of those that have it. */
type IntentBook = {
  /** Why the record breaks "exactly one outcome per intent"; null when it does not. */
  enter(link: AuditLink): string | null
  /** An intent that has no outcome though it is not open, or is open without having been written. */
  unsettled(openIntents: ReadonlySet<string>): ChainFault | null
}

const phases = /^(rotation|validation|check)\.(intended|ended)$/

function createIntentBook(): IntentBook {
  const waiting = new Map<string, string>()
  return {
    enter({ kind, rotationId, sequence }) {
      const [, what, phase] = phases.exec(kind) ?? []
      if (!phase) return null
      const key = `${what} ${rotationId}`
      if (phase === 'ended')
        return waiting.delete(key) ? null : `it ends ${key}, which has no intent or has already ended`
      if (waiting.has(key)) return `it intends ${key} a second time`
      waiting.set(key, sequence)
      return null
    },
    unsettled(openIntents) {
      const written = new Set<string>()
      for (const [key, sequence] of waiting) {
        const id = key.slice(key.indexOf(' ') + 1)
        if (!openIntents.has(id)) return wrongIntent(sequence, `it intends ${key}, which never ended and is not open`)
        written.add(id)
      }
      const unwritten = [...openIntents].find((id) => !written.has(id))
      return unwritten ? wrongIntent(null, `${unwritten} is open, but its intent is not in the audit`) : null
    },
  }
}

const wrongIntent = (sequence: string | null, reason: string): ChainFault => ({ about: 'record', sequence, reason })
