import type { NewAuditRecord } from './by.ts'
import type { Expiry, Pruning } from './writes.ts'

/** What the audit says of what was removed; each of them stays in it with its own records. */
export const prunedRecord = (
  kind: 'rotations.pruned' | 'sessions.pruned',
  { endedBefore, limit: _, ...by }: Pruning,
  removed: number,
): NewAuditRecord => ({
  ...by,
  kind,
  details: { removed: `${removed}`, endedBefore: new Date(endedBefore).toISOString() },
})

/** What the audit says of idempotency records whose time was over. */
export const erasedRecord = ({ actor, at, recordsKeptFor }: Expiry, removed: number): NewAuditRecord => ({
  actor,
  at,
  kind: 'idempotency-records.pruned',
  details: { removed: `${removed}`, keptBefore: new Date(at - recordsKeptFor).toISOString() },
})
