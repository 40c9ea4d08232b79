import type { AuditPage, ListAudit } from '../../../../shared/audit.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { toId, toInt, toIntOrNull } from '../../integers.ts'
import { type AuditRow, toAuditRecord } from '../../rows/audit.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

/** As the index has it, so that it is used. */
const outcome = "CASE WHEN json_valid(details) THEN coalesce(details ->> '$.outcome', details ->> '$.verdict') END"

type Filter = {
  readonly column: string
  readonly value: (request: ListAudit, seenTenant: Id | null) => string | bigint | null
  /** What must be said for its index to be used. */
  readonly and?: string
}

/** Each has an index; the first ones leave the fewest records. */
const filters: readonly Filter[] = [
  { column: 'rotation_id', value: ({ rotationId = null }) => rotationId },
  { column: 'request_id', value: ({ requestId = null }) => requestId },
  { column: 'custodian_id', value: ({ custodianId = null }) => toIntOrNull(custodianId) },
  { column: outcome, value: (request) => request.outcome ?? null, and: ' AND rotation_id IS NOT NULL' },
  { column: 'actor_token_id', value: ({ actorTokenId = null }) => toIntOrNull(actorTokenId) },
  { column: 'actor', value: ({ operator = null }) => operator },
  { column: 'tenant_id', value: (_request, seenTenant) => toIntOrNull(seenTenant) },
  { column: 'tenant_id', value: ({ tenantId = null }) => toIntOrNull(tenantId) },
  { column: 'kind', value: ({ kind = null }) => kind },
]

type Bounds = { readonly above: bigint; readonly below: bigint }

const first = 0n
const last = 2n ** 63n - 1n

type Bound = { sequence: bigint | null }

/**
 * Between which records those of a time are. Records are in the order of their times but for steps back of a clock, and the
 * longest of these is known: a record that is later than another by more than that comes after it in the audit.
 */
function boundsOf(db: Connection, { from, to, cursor }: ListAudit): Bounds {
  const seek = (condition: string, at: number) =>
    prepared<Bound>(db, `SELECT sequence FROM audit WHERE at ${condition} LIMIT 1`).get(at)?.sequence
  const earlier = `< ? - (SELECT audit_disorder FROM installation) ORDER BY at DESC`
  const later = `> ? + (SELECT audit_disorder FROM installation) ORDER BY at`
  const above = from === undefined ? undefined : seek(earlier, from)
  const below = to === undefined ? undefined : seek(later, to)
  const before = cursor === undefined ? last : toInt(cursor)
  return { above: above ?? first, below: below && below < before ? below : before }
}

/** The statement behind a page, and what is bound to it. */
export function auditQuery(db: Connection, request: ListAudit, seenTenant: Id | null) {
  const all = filters.map((filter, at) => ({ ...filter, name: `f${at}`, bound: filter.value(request, seenTenant) }))
  const used = all.filter(({ bound }) => bound !== null)
  // A plus keeps SQLite from walking another index than the first filter's.
  const equal = used.map(({ column, and = '', name }, at) => `${at ? '+' : ''}${column} = $${name}${and}`)
  const { from, to, limit } = request
  const conditions = [
    ...equal,
    'sequence > $above AND sequence < $below',
    ...(from === undefined ? [] : ['+at >= $from']),
    ...(to === undefined ? [] : ['+at < $to']),
  ]
  return {
    sql: `SELECT * FROM audit WHERE ${conditions.join(' AND ')} ORDER BY sequence DESC LIMIT $limit`,
    values: {
      ...Object.fromEntries(used.map(({ name, bound }) => [name, bound])),
      ...boundsOf(db, request),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      limit: limit + 1,
    },
  }
}

/** A page, newest first; a tenant sees the records that name it. */
export function listAudit(db: Connection, request: ListAudit, seenTenant: Id | null): AuditPage {
  const { sql, values } = auditQuery(db, request, seenTenant)
  const rows = prepared<AuditRow>(db, sql).all(values)
  const records = rows.slice(0, request.limit).map(toAuditRecord)
  return { records, nextCursor: rows.length > request.limit ? (records.at(-1)?.sequence ?? null) : null }
}

export function auditHead(db: Connection): { sequence: Id; hash: string } | null {
  const row = prepared<AuditRow>(db, 'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1').get()
  return row ? { sequence: toId(row.sequence), hash: row.hash } : null
}

export function auditStreamPosition(db: Connection, destination: string): string {
  const sql = 'SELECT sent_to FROM audit_streams WHERE destination = ?'
  return `${prepared<{ sent_to: bigint }>(db, sql).get(destination)?.sent_to ?? 0n}`
}
