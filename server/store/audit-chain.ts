import { createHash } from 'node:crypto'

/** What one link of the audit chain covers; ids are null where they do not apply. */
export type ChainedRecord = {
  readonly sequence: string
  readonly at: number
  readonly kind: string
  readonly actor: string
  readonly tenantId: string | null
  readonly custodianId: string | null
  readonly rotationId: string | null
  readonly details: string
}

/** The hash before the first record. */
export const chainStart = '0'.repeat(64)

/** The last record of an audit, and the first of those that were committed with it; null where an older version wrote it. */
export type ChainEnd = { readonly sequence: string; readonly commitStart: string | null }

/**
 * Whether an anchor may stand so far behind: each commit waits until the anchor names the record before it, so a kill
 * between a commit and its anchor leaves the records of that one commit behind the anchor, and never more. Versions that
 * did not note where a commit began did not wait either.
 */
export const mayLag = (anchored: string, { commitStart }: ChainEnd): boolean =>
  commitStart === null || BigInt(anchored) >= BigInt(commitStart) - 1n

/** SHA-256, hex, over the hash before and the record's members as a JSON array in this order. */
export function chainHash(previous: string, record: ChainedRecord): string {
  const { sequence, at, kind, actor, tenantId, custodianId, rotationId, details } = record
  return createHash('sha256')
    .update(JSON.stringify([previous, sequence, at, kind, actor, tenantId, custodianId, rotationId, details]))
    .digest('hex')
}
