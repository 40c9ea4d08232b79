import type { AuditRecord } from '../../../../shared/audit.ts'
import { csvOf } from '../../../../shared/csv.ts'
import { exportNdjson } from '../../parts/export-file.ts'

/** New ones come last, where they do not move the others. */
const columns = [
  ...(['sequence', 'at', 'kind', 'actor', 'tenantId', 'custodianId', 'rotationId', 'details', 'hash'] as const),
  'actorTokenId',
  'requestId',
] as const

/** A member as text: nothing for null, JSON for what has members of its own. */
const textOf = (value: AuditRecord[(typeof columns)[number]]): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : value

/** The records as they are shown, each with all its members. */
export const auditCsv = (records: readonly AuditRecord[]): string =>
  csvOf(
    columns,
    records.map((record) => columns.map((column) => textOf(record[column]))),
  )

export const auditNdjson = (records: readonly AuditRecord[]): string =>
  exportNdjson(records.map((record) => Object.fromEntries(columns.map((column) => [column, record[column]]))))
