import type { NewAuditRecord } from '../by.ts'
import { toId } from '../integers.ts'
import type { AuditHead } from '../store.ts'
import { only, type PooledConnection } from './connection.ts'

/**
 * The next link of the chain. The hash is computed by the database (`chainHash` in server/audit/chain.ts says of what), so
 * that the head of the chain is locked for as long as the commit takes, and never for a trip to a server and back.
 */
const appendSql = `
  WITH link AS (
    UPDATE audit_head SET sequence = sequence + 1, hash = encode(sha256(convert_to(
      '["' || hash || '","' || (sequence + 1) || '",' || $at::bigint || ',' || to_json($kind::text)::text || ','
      || to_json($actor::text)::text || ',' || coalesce('"' || $tenantId::bigint || '"', 'null') || ','
      || coalesce('"' || $custodianId::bigint || '"', 'null') || ',' || coalesce(to_json($rotationId::text)::text, 'null') || ','
      || to_json($details::text)::text || ']', 'UTF8')), 'hex')
    RETURNING sequence, hash
  )
  INSERT INTO audit (sequence, at, kind, actor, tenant_id, custodian_id, rotation_id, details, hash, commit_start)
  SELECT sequence, $at, $kind, $actor, $tenantId, $custodianId, $rotationId, $details, hash, sequence - $before::bigint FROM link
  RETURNING sequence, hash`

/** The token that acted and its request are among the details, since the hash covers them. */
function detailsOf({ details, actorTokenId, requestId }: NewAuditRecord): string {
  return JSON.stringify({ ...details, ...(actorTokenId && { actorTokenId }), ...(requestId && { requestId }) })
}

/** Sends one record; `before` is how many of its commit come before it, where it is the last of several. */
async function append(
  { query }: Pick<PooledConnection, 'query'>,
  record: NewAuditRecord,
  before: number | null,
): Promise<AuditHead> {
  const { at, kind, actor, tenantId = null, custodianId = null, rotationId = null } = record
  const values = { at, kind, actor, tenantId, custodianId, rotationId, details: detailsOf(record), before }
  const link = only(await query<{ sequence: bigint; hash: string }>(appendSql, values))
  return { sequence: toId(link.sequence), hash: link.hash }
}

/** Sends all records of a commit, in their order and at once. */
export const appendRecords = (connection: PooledConnection, records: readonly NewAuditRecord[]): Promise<AuditHead>[] =>
  records.map((record, place) => append(connection, record, place > 0 && place === records.length - 1 ? place : null))
