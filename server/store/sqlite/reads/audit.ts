import type { AuditKind, AuditPage, AuditRecord, ListAudit } from '../../../../shared/audit.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { timestampOf } from '../../../../shared/timestamp-of.ts'
import type { Connection } from '../connection.ts'
import { toId, toIdOrNull, toIntOrNull } from '../integers.ts'
import { prepared } from '../statements.ts'

type AuditRow = {
  sequence: bigint
  at: bigint
  kind: string
  actor: string
  tenant_id: bigint | null
  custodian_id: bigint | null
  rotation_id: string | null
  details: string
  hash: string
}

const toAuditRecord = (row: AuditRow): AuditRecord => ({
  sequence: toId(row.sequence),
  at: timestampOf(row.at),
  kind: row.kind as AuditKind,
  actor: row.actor,
  tenantId: toIdOrNull(row.tenant_id),
  custodianId: toIdOrNull(row.custodian_id),
  rotationId: row.rotation_id,
  details: JSON.parse(row.details) as Record<string, string>,
  hash: row.hash,
})

const conditions = {
  tenant: 'tenant_id = $tenant',
  custodian: 'custodian_id = $custodian',
  kind: 'kind = $kind',
  cursor: 'sequence < $cursor',
}

/** A page, newest first; a tenant sees the records that name it. */
export function listAudit(db: Connection, request: ListAudit, tenantId: Id | null): AuditPage {
  const values = {
    tenant: toIntOrNull(tenantId),
    custodian: toIntOrNull(request.custodianId ?? null),
    kind: request.kind ?? null,
    cursor: toIntOrNull(request.cursor ?? null),
  }
  const used = (Object.keys(conditions) as (keyof typeof conditions)[]).filter((name) => values[name] !== null)
  const where = used.length ? `WHERE ${used.map((name) => conditions[name]).join(' AND ')}` : ''
  const rows = prepared<AuditRow>(db, `SELECT * FROM audit ${where} ORDER BY sequence DESC LIMIT $limit`).all({
    ...Object.fromEntries(used.map((name) => [name, values[name]])),
    limit: request.limit + 1,
  })
  const records = rows.slice(0, request.limit).map(toAuditRecord)
  return { records, nextCursor: rows.length > request.limit ? (records.at(-1)?.sequence ?? null) : null }
}

export function auditHead(db: Connection): { sequence: Id; hash: string } | null {
  const row = prepared<AuditRow>(db, 'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1').get()
  return row ? { sequence: toId(row.sequence), hash: row.hash } : null
}
