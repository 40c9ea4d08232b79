import { createHash } from 'node:crypto'
import type { NewAuditRecord } from '../store/by.ts'
import type { ChainedRecord } from '../store/inspection.ts'

/** The end of a chain: its last record, or what stands before the first. */
export type ChainHead = { readonly sequence: bigint; readonly hash: string }

/** The hash before the first record. */
export const chainStart = '0'.repeat(64)

export const emptyChain: ChainHead = { sequence: 0n, hash: chainStart }

/** SHA-256, hex, over the hash before and the record's members as a JSON array in this order. */
export function chainHash(previous: string, record: ChainedRecord): string {
  const { sequence, at, kind, actor, tenantId, custodianId, rotationId, details } = record
  return createHash('sha256')
    .update(JSON.stringify([previous, sequence, at, kind, actor, tenantId, custodianId, rotationId, details]))
    .digest('hex')
}

/** A record as it is stored: chained to the one before it. */
export type LinkedRecord = ChainedRecord & { readonly hash: string }

/** The next link of the chain. The token that acted and its request are among the details, since the hash covers them. */
export function linkAfter(head: ChainHead, record: NewAuditRecord): LinkedRecord {
  const { at, kind, actor, actorTokenId, requestId, tenantId = null, custodianId = null, rotationId = null } = record
  const by = { ...(actorTokenId && { actorTokenId }), ...(requestId && { requestId }) }
  const details = JSON.stringify({ ...record.details, ...by })
  const sequence = `${head.sequence + 1n}`
  const link = { sequence, at, kind, actor, tenantId, custodianId, rotationId, details }
  return { ...link, hash: chainHash(head.hash, link) }
}

/**
 * What is noted at the last record of a commit, so that an anchor may lag behind all of it: the first record of the commit;
 * null where the commit has one record at most.
 */
export const commitStartAfter = (before: bigint, last: bigint): bigint | null =>
  last > before + 1n ? before + 1n : null

/** The last record of an audit, and the first of those that were committed with it; null where an older version wrote it. */
export type ChainEnd = { readonly sequence: string; readonly commitStart: string | null }

/**
 * Whether an anchor may stand so far behind: each commit waits until the anchor names the record before it, so a kill
 * between a commit and its anchor leaves the records of that one commit behind the anchor, and never more. Versions that
 * did not note where a commit began did not wait either.
 */
export const mayLag = (anchored: string, { commitStart }: ChainEnd): boolean =>
  commitStart === null || BigInt(anchored) >= BigInt(commitStart) - 1n
