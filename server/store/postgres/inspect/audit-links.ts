import { chainStart } from '../../../audit/chain.ts'
import type { AuditFilter, AuditLink, Inspection } from '../../inspection.ts'
import { type LinkRow, toLink } from '../../rows/audit.ts'
import type { SqlQuery } from '../connection.ts'
import { chainedColumns, previousHashSql } from '../reads/audit.ts'
import { rowsOf } from './pages.ts'

const sql = `
  SELECT ${chainedColumns}, commit_start, ${previousHashSql} AS previous
  FROM audit
  WHERE sequence > $after AND sequence <= $upTo AND ($custodian::bigint IS NULL OR custodian_id = $custodian)
    AND ($kind::text IS NULL OR kind = $kind) AND at >= $since
  ORDER BY sequence LIMIT $limit`

type Row = LinkRow & { readonly previous: string | null }

/** The greatest sequence that there can be. */
const noEnd = 2n ** 63n - 1n

/** The chain in its order. */
async function* auditLinks(query: SqlQuery, filter: AuditFilter): AsyncGenerator<AuditLink> {
  const { custodianId, kind, since = Number.MIN_SAFE_INTEGER, after = '0', upTo = noEnd } = filter
  const values = { custodian: custodianId ?? null, kind: kind ?? null, since, upTo }
  const rows = rowsOf<Row>(query, { sql, values, placeOf: (row) => ({ after: row?.sequence ?? after }) })
  for await (const { previous, ...row } of rows) yield toLink(row, row.sequence === 1n ? chainStart : previous)
}

const openSql =
  'SELECT rotation_id AS id FROM rotations WHERE outcome IS NULL UNION ALL SELECT check_id FROM open_checks'

async function openIntents(query: SqlQuery): Promise<ReadonlySet<string>> {
  const rows = await query<{ id: string }>(openSql)
  return new Set(rows.map(({ id }) => id))
}

export const auditInspection = (query: SqlQuery): Pick<Inspection, 'auditLinks' | 'openIntents'> => ({
  auditLinks: (filter = {}) => auditLinks(query, filter),
  openIntents: () => openIntents(query),
})
