import type { AuditPage, ListAudit } from '../../../../shared/audit.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { chainStart } from '../../../audit/chain.ts'
import { toId } from '../../integers.ts'
import { type AuditRow, type LinkRow, toAuditRecord, toLink } from '../../rows/audit.ts'
import type { Reads } from '../../store.ts'
import type { SqlQuery } from '../connection.ts'

/** What the chain covers, and its hash. */
export const chainedColumns = 'sequence, at, kind, actor, tenant_id, custodian_id, rotation_id, details, hash'

type Filter = readonly [condition: string, value: (request: ListAudit, seenTenant: Id | null) => unknown]

/** Each has an index; only those that are asked for stand in the statement, so that it is used. */
const filters: Readonly<Record<string, Filter>> = {
  rotation: ['rotation_id = $rotation', ({ rotationId }) => rotationId],
  request: ['request_id = $request', ({ requestId }) => requestId],
  custodian: ['custodian_id = $custodian', ({ custodianId }) => custodianId],
  outcome: ['outcome = $outcome AND rotation_id IS NOT NULL', ({ outcome }) => outcome],
  token: ['actor_token_id = $token', ({ actorTokenId }) => actorTokenId],
  operator: ['actor = $operator', ({ operator }) => operator],
  seenTenant: ['tenant_id = $seenTenant', (_request, seenTenant) => seenTenant],
  tenant: ['tenant_id = $tenant', ({ tenantId }) => tenantId],
  kind: ['kind = $kind', ({ kind }) => kind],
  from: ['at >= $from', ({ from }) => from],
  to: ['at < $to', ({ to }) => to],
  cursor: ['sequence < $cursor', ({ cursor }) => cursor],
}

function statementFor(request: ListAudit, seenTenant: Id | null) {
  const used = Object.entries(filters).flatMap(([name, [condition, value]]) => {
    const bound = value(request, seenTenant) ?? null
    return bound === null ? [] : [{ name, condition, bound }]
  })
  const where = used.length > 0 ? `WHERE ${used.map(({ condition }) => condition).join(' AND ')}` : ''
  return {
    sql: `SELECT ${chainedColumns}, actor_token_id, request_id FROM audit ${where} ORDER BY sequence DESC LIMIT $limit`,
    values: { ...Object.fromEntries(used.map(({ name, bound }) => [name, bound])), limit: request.limit + 1 },
  }
}

/** A page, newest first; a tenant sees the records that name it. */
export async function pageOfAudit(query: SqlQuery, request: ListAudit, seenTenant: Id | null): Promise<AuditPage> {
  const { sql, values } = statementFor(request, seenTenant)
  const rows = await query<AuditRow>(sql, values)
  const records = rows.slice(0, request.limit).map(toAuditRecord)
  return { records, nextCursor: rows.length > request.limit ? (records.at(-1)?.sequence ?? null) : null }
}

export const previousHashSql = '(SELECT before.hash FROM audit before WHERE before.sequence = audit.sequence - 1)'

const sliceSql = `
  SELECT ${chainedColumns}, commit_start, ${previousHashSql} AS previous
  FROM audit WHERE sequence > $after ORDER BY sequence LIMIT $limit`

type AuditReads = Pick<Reads, 'listAudit' | 'auditHead' | 'auditSlice' | 'auditStreamPosition'>

export const auditReads = (query: SqlQuery): AuditReads => ({
  listAudit: (request, tenantId) => pageOfAudit(query, request, tenantId),
  auditHead: async () => {
    const sql = 'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1'
    const [row] = await query<{ sequence: bigint; hash: string }>(sql)
    return row ? { sequence: toId(row.sequence), hash: row.hash } : null
  },
  auditSlice: async (slice) => {
    const rows = await query<LinkRow & { previous: string | null }>(sliceSql, slice)
    return rows.map(({ previous, ...row }) => toLink(row, row.sequence === 1n ? chainStart : previous))
  },
  auditStreamPosition: async (destination) => {
    const sql = 'SELECT sent_to FROM audit_streams WHERE destination = $destination'
    const [row] = await query<{ sent_to: bigint }>(sql, { destination })
    return `${row?.sent_to ?? 0n}`
  },
})
