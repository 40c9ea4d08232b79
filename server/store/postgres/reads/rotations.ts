import type { Id } from '../../../../shared/primitives.ts'
import type { Rotation } from '../../../../shared/rotations.ts'
import { pageFrom, rowsFor } from '../../page.ts'
import { type RotationRow, toRotation } from '../../rows/rotations.ts'
import type { Reads } from '../../store.ts'
import type { SqlQuery } from '../connection.ts'

const columns = `rotation_id, r.custodian_id, operator, stage, outcome, verdict, reason, r.credential_version, started_at,
  ended_at, retry_of, api_key_id, previous_api_key_id`

/** Comes after every UUID. */
const latest = 'g'

const pageSql = `
  SELECT ${columns} FROM rotations r
  WHERE custodian_id = $custodianId AND rotation_id < $before
    AND ($tokenId::bigint IS NULL OR (token_id = $tokenId AND idempotency_key = $key))
  ORDER BY rotation_id DESC LIMIT $limit`

/** The rotation of this ID, unless it is another tenant's. */
export async function rotationSeenBy(query: SqlQuery, rotationId: string, seenBy: Id | null): Promise<Rotation | null> {
  const sql = `SELECT ${columns} FROM rotations r JOIN custodians c USING (custodian_id)
    WHERE rotation_id = $rotationId AND c.tenant_id = coalesce($seenBy, c.tenant_id)`
  const [row] = await query<RotationRow>(sql, { rotationId, seenBy })
  return row ? toRotation(row) : null
}

export const rotationReads = (query: SqlQuery): Pick<Reads, 'rotationsPage' | 'findRotation'> => ({
  // A rotation begins only with an ID after those of all before it.
  rotationsPage: async ({ custodianId, begunBy }, page) => {
    const rows = await query<RotationRow>(pageSql, {
      custodianId,
      before: page.after?.[0] ?? latest,
      tokenId: begunBy?.tokenId ?? null,
      key: begunBy?.idempotencyKey ?? null,
      limit: rowsFor(page),
    })
    return pageFrom(rows.map(toRotation), page, ({ rotationId }) => [rotationId])
  },
  findRotation: async (custodianId, rotationId) => {
    const sql = `SELECT ${columns} FROM rotations r WHERE custodian_id = $custodianId AND rotation_id = $rotationId`
    const [row] = await query<RotationRow>(sql, { custodianId, rotationId })
    return row ? toRotation(row) : null
  },
})
