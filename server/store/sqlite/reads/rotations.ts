import type { Id } from '../../../../shared/primitives.ts'
import type { Rotation } from '../../../../shared/rotations.ts'
import { toInt, toIntOrNull } from '../../integers.ts'
import { pageFrom, rowsFor } from '../../page.ts'
import { type RotationRow, toRotation } from '../../rows/rotations.ts'
import type { Page, PageRequest, RotationsWanted } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

const listSql = (condition = '') =>
  `SELECT * FROM rotations WHERE custodian_id = $custodian AND rotation_id < $before ${condition}
   ORDER BY rotation_id DESC LIMIT $limit`

/** Comes after every UUID. */
const latest = 'g'

/** Newest first: a rotation begins only with an ID after those of all before it. */
export function rotationsPage(
  db: Connection,
  { custodianId, begunBy }: RotationsWanted,
  page: PageRequest,
): Page<Rotation> {
  const values = { custodian: toInt(custodianId), before: page.after?.[0] ?? latest, limit: rowsFor(page) }
  const rows = begunBy
    ? prepared<RotationRow>(db, listSql('AND token_id = $token AND idempotency_key = $key')).all({
        ...values,
        token: toInt(begunBy.tokenId),
        key: begunBy.idempotencyKey,
      })
    : prepared<RotationRow>(db, listSql()).all(values)
  return pageFrom(rows.map(toRotation), page, ({ rotationId }) => [rotationId])
}

/** The rotation of this ID, unless it is another tenant's. */
export function selectSeenRotation(db: Connection, rotationId: string, seenBy: Id | null): Rotation | null {
  const row = prepared<RotationRow>(
    db,
    `SELECT r.* FROM rotations r JOIN custodians c USING (custodian_id)
     WHERE rotation_id = $rotation AND c.tenant_id = ifnull($tenant, c.tenant_id)`,
  ).get({ rotation: rotationId, tenant: toIntOrNull(seenBy) })
  return row ? toRotation(row) : null
}

export function selectRotation(db: Connection, custodianId: Id, rotationId: string): Rotation | null {
  const row = prepared<RotationRow>(db, 'SELECT * FROM rotations WHERE custodian_id = ? AND rotation_id = ?').get(
    toInt(custodianId),
    rotationId,
  )
  return row ? toRotation(row) : null
}
