import { chainStart } from '../../audit-chain.ts'
import type { AuditFilter, AuditLink } from '../../inspection.ts'
import type { Connection } from '../connection.ts'

type LinkRow = {
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

const textOrNull = (id: bigint | null) => (id === null ? null : `${id}`)

const toLink = (row: LinkRow, previous: string | null): AuditLink => ({
  sequence: `${row.sequence}`,
  at: Number(row.at),
  kind: row.kind,
  actor: row.actor,
  tenantId: textOrNull(row.tenant_id),
  custodianId: textOrNull(row.custodian_id),
  rotationId: row.rotation_id,
  details: row.details,
  hash: row.hash,
  previous,
})

const linksSql = `
  SELECT * FROM audit
  WHERE ($custodian IS NULL OR custodian_id = $custodian) AND ($kind IS NULL OR kind = $kind) AND at >= $since
  ORDER BY sequence`

/** The chain in its order, one record in memory at a time. */
export function* auditLinks(db: Connection, { custodianId, kind, since }: AuditFilter): Generator<AuditLink> {
  const values = {
    custodian: custodianId === undefined ? null : BigInt(custodianId),
    kind: kind ?? null,
    since: since ?? Number.MIN_SAFE_INTEGER,
  }
  const hashOf = db.prepare<[bigint], string>('SELECT hash FROM audit WHERE sequence = ?').pluck()
  let last = { sequence: 0n, hash: chainStart }
  for (const row of db.prepare<[typeof values], LinkRow>(linksSql).iterate(values)) {
    const place = row.sequence - 1n
    yield toLink(row, last.sequence === place ? last.hash : (hashOf.get(place) ?? null))
    last = row
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
