import { type ChainHead, commitStartAfter, emptyChain, linkAfter } from '../../../audit/chain.ts'
import type { NewAuditRecord } from '../../by.ts'
import { eventOf } from '../../events.ts'
import type { AuditStreamMove } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { appendEvent } from './append-events.ts'

export const headOf = (db: Connection): ChainHead =>
  prepared<ChainHead>(db, 'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1').get() ?? emptyChain

const disorderSql = `
  UPDATE installation SET audit_disorder = (SELECT max(at) FROM audit) - $at
  WHERE (SELECT max(at) FROM audit) - $at > audit_disorder`

const bigOrNull = (id: string | null): bigint | null => (id === null ? null : BigInt(id))

/** Adds a link to the chain, in the transaction of what it tells of, and the event of it, if there is one. */
export function appendAudit(db: Connection, record: NewAuditRecord): void {
  const { sequence, at, kind, actor, tenantId, custodianId, rotationId, details, hash } = linkAfter(headOf(db), record)
  prepared(db, disorderSql).run({ at })
  prepared(
    db,
    `INSERT INTO audit VALUES
       ($sequence, $at, $kind, $actor, $tenantId, $custodianId, $rotationId, $details, $hash, NULL)`,
  ).run({
    sequence: BigInt(sequence),
    at,
    kind,
    actor,
    tenantId: bigOrNull(tenantId),
    custodianId: bigOrNull(custodianId),
    rotationId,
    details,
    hash,
  })
  const event = eventOf(record)
  if (event) appendEvent(db, event)
}

/** Notes at the last record of a commit where that commit began, if it has several: the anchor may lag so far. */
export function markCommit(db: Connection, before: bigint): void {
  const { sequence } = headOf(db)
  const start = commitStartAfter(before, sequence)
  if (start !== null) prepared(db, 'UPDATE audit SET commit_start = ? WHERE sequence = ?').run(start, sequence)
}

export function moveAuditStream(db: Connection, { destination, from, to }: AuditStreamMove): boolean {
  prepared(db, 'INSERT INTO audit_streams VALUES (?, 0) ON CONFLICT DO NOTHING').run(destination)
  const move = prepared(db, 'UPDATE audit_streams SET sent_to = ? WHERE destination = ? AND sent_to = ?')
  return move.run(BigInt(to), destination, BigInt(from)).changes === 1
}
