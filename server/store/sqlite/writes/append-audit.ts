import { chainHash, chainStart } from '../../audit-chain.ts'
import type { NewAuditRecord } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toIntOrNull } from '../integers.ts'
import { prepared } from '../statements.ts'

type Head = { sequence: bigint; hash: string }

export const headOf = (db: Connection): Head =>
  prepared<Head>(db, 'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1').get() ?? {
    sequence: 0n,
    hash: chainStart,
  }

const disorderSql = `
  UPDATE installation SET audit_disorder = (SELECT max(at) FROM audit) - $at
  WHERE (SELECT max(at) FROM audit) - $at > audit_disorder`

/** Adds a link to the chain, in the transaction of what it tells of. */
export function appendAudit(db: Connection, record: NewAuditRecord): void {
  const head = headOf(db)
  const { at, kind, actor, tenantId = null, custodianId = null, rotationId = null } = record
  const sequence = head.sequence + 1n
  const { actorTokenId } = record
  // Among the details, since the hash covers them: the rule that auditors verify by stays as it was.
  const details = JSON.stringify({ ...record.details, ...(actorTokenId && { actorTokenId }) })
  const hash = chainHash(head.hash, {
    sequence: `${sequence}`,
    at,
    kind,
    actor,
    tenantId,
    custodianId,
    rotationId,
    details,
  })
  prepared(db, disorderSql).run({ at })
  prepared(db, 'INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)').run(
    ...[sequence, at, kind, actor, toIntOrNull(tenantId), toIntOrNull(custodianId), rotationId, details, hash],
  )
}

/** Notes at the last record of a commit where that commit began, if it has several: the anchor may lag so far. */
export function markCommit(db: Connection, before: bigint): void {
  const { sequence } = headOf(db)
  if (sequence > before + 1n)
    prepared(db, 'UPDATE audit SET commit_start = ? WHERE sequence = ?').run(before + 1n, sequence)
}
