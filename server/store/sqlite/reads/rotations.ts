import type { Id } from '../../../../shared/primitives.ts'
import type { Verdict } from '../../../../shared/providers.ts'
import type { Rotation, RotationOutcome, RotationStage } from '../../../../shared/rotations.ts'
import { timestampOf } from '../../../../shared/timestamp-of.ts'
import type { Page, PageRequest, RotationsWanted } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { toId, toInt, toIntOrNull, toTimestampOrNull } from '../integers.ts'
import { prepared } from '../statements.ts'
import { pageFrom, rowsFor } from './page.ts'

type RotationRow = {
  rotation_id: string
  custodian_id: bigint
  operator: string
  stage: string | null
  outcome: string | null
  verdict: string | null
  reason: string | null
  credential_version: bigint
  started_at: bigint
  ended_at: bigint | null
  retry_of: string | null
  api_key_id: string | null
  previous_api_key_id: string | null
}

const toRotation = (row: RotationRow): Rotation => ({
  rotationId: row.rotation_id,
  custodianId: toId(row.custodian_id),
  operator: row.operator,
  stage: row.stage as RotationStage | null,
  outcome: row.outcome as RotationOutcome | null,
  verdict: row.verdict as Verdict | null,
  reason: row.reason,
  credentialVersion: Number(row.credential_version),
  keyId: row.api_key_id,
  previousKeyId: row.previous_api_key_id,
  retryOf: row.retry_of,
  startedAt: timestampOf(row.started_at),
  endedAt: toTimestampOrNull(row.ended_at),
})

const listSql = (condition = '') =>
  `SELECT * FROM rotations WHERE custodian_id = $custodian AND rotation_id < $before ${condition}
   ORDER BY rotation_id DESC LIMIT $limit`

/** Comes after every UUID. */
const latest = 'g'

/** Newest first; rotation ids are UUID v7, so their order is that of time. */
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
