import type { Verdict } from '../../../shared/providers.ts'
import type { Rotation, RotationOutcome, RotationStage } from '../../../shared/rotations.ts'
import { timestampOf } from '../../../shared/timestamp-of.ts'
import { toId, toTimestampOrNull } from '../integers.ts'

export type RotationRow = {
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

export const toRotation = (row: RotationRow): Rotation => ({
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
