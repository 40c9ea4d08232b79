import type { AuditKind, AuditRecord } from '../../../shared/audit.ts'
import { timestampOf } from '../../../shared/timestamp-of.ts'
import type { AuditLink } from '../inspection.ts'
import { toId, toIdOrNull } from '../integers.ts'

type ChainedRow = {
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
export type AuditRow = ChainedRow & { actor_token_id: bigint | null; request_id: string | null }

export const toAuditRecord = (row: AuditRow): AuditRecord => ({
  sequence: toId(row.sequence),
  at: timestampOf(row.at),
  kind: row.kind as AuditKind,
  actor: row.actor,
  actorTokenId: toIdOrNull(row.actor_token_id),
  requestId: row.request_id,
  tenantId: toIdOrNull(row.tenant_id),
  custodianId: toIdOrNull(row.custodian_id),
  rotationId: row.rotation_id,
  details: detailsIn(row.details),
  hash: row.hash,
})

/** The token and the request have members of their own. */
function detailsIn(text: string): Record<string, string> {
  const { actorTokenId: _token, requestId: _request, ...details } = JSON.parse(text) as Record<string, string>
  return details
}

/** `commit_start` is not there in data of an older version. */
export type LinkRow = ChainedRow & { commit_start?: bigint | null }

export const commitStartOf = ({ sequence, commit_start }: Pick<LinkRow, 'sequence' | 'commit_start'>): string | null =>
  commit_start === undefined ? null : `${commit_start ?? sequence}`

export const toLink = (row: LinkRow, previous: string | null): AuditLink => ({
  sequence: `${row.sequence}`,
  at: Number(row.at),
  kind: row.kind,
  actor: row.actor,
  tenantId: toIdOrNull(row.tenant_id),
  custodianId: toIdOrNull(row.custodian_id),
  rotationId: row.rotation_id,
  details: row.details,
  hash: row.hash,
  previous,
  commitStart: commitStartOf(row),
})
