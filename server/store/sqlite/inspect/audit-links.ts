import { chainStart } from '../../../audit/chain.ts'
import type { AuditFilter, AuditLink } from '../../inspection.ts'
import { type LinkRow, toLink } from '../../rows/audit.ts'
import type { AuditSlice } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

const linksSql = `
  SELECT * FROM audit
  WHERE ($custodian IS NULL OR custodian_id = $custodian) AND ($kind IS NULL OR kind = $kind) AND at >= $since
    AND sequence > $after AND sequence <= $upTo
  ORDER BY sequence`

/** Before and at the last of all numbers that a row can have: someone may have put in a record of any. */
const noStart = -(2n ** 63n)
const noEnd = 2n ** 63n - 1n

/** The chain in its order, one record in memory at a time. */
export function* auditLinks(db: Connection, filter: AuditFilter): Generator<AuditLink> {
  const { custodianId, kind, since, after, upTo } = filter
  const values = {
    custodian: custodianId === undefined ? null : BigInt(custodianId),
    kind: kind ?? null,
    since: since ?? Number.MIN_SAFE_INTEGER,
    after: after === undefined ? noStart : BigInt(after),
    upTo: upTo === undefined ? noEnd : BigInt(upTo),
  }
  const previousOf = createPrevious(db)
  for (const row of db.prepare<[typeof values], LinkRow>(linksSql).iterate(values)) yield toLink(row, previousOf(row))
}

/** Up to `limit` records behind one place of the chain, in its order. */
export function auditSlice(db: Connection, { after, limit }: AuditSlice): readonly AuditLink[] {
  const previousOf = createPrevious(db)
  return prepared<LinkRow>(db, 'SELECT * FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?')
    .all(BigInt(after), limit)
    .map((row) => toLink(row, previousOf(row)))
}

/** Answers the hash stored before a record, of rows in their order. */
function createPrevious(db: Connection): (row: LinkRow) => string | null {
  const sql = 'SELECT hash FROM audit WHERE sequence = ?'
  let last = { sequence: 0n, hash: chainStart }
  return (row) => {
    const place = row.sequence - 1n
    const hash = last.sequence === place ? last.hash : (prepared<{ hash: string }>(db, sql).get(place)?.hash ?? null)
    last = row
    return hash
  }
}

export const openIntents = (db: Connection): ReadonlySet<string> =>
  new Set(
    db
      .prepare<[], { id: string }>(
        'SELECT rotation_id AS id FROM rotations WHERE outcome IS NULL UNION ALL SELECT check_id FROM open_checks',
      )
      .all()
      .map(({ id }) => id),
  )
