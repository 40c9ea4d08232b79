import { z } from 'zod'
import { IdempotencyKey } from './idempotency-key.ts'
import { largestPage, pageInput, pageOf } from './paging.ts'
import { Id, IdInput, LimitInput, requiredOr, Timestamp } from './primitives.ts'
import { Verdict } from './providers.ts'

export const RotationId = z.uuid({ error: requiredOr('must be a UUID') })

export const RotationStage = z
  .enum(['checked', 'sent', 'accepted', 'stored'])
  .describe('how far it came: checked locally, sent to the provider, accepted by it, stored')
export type RotationStage = z.infer<typeof RotationStage>

export const RotationOutcome = z
  .enum(['stored', 'unchanged', 'refused', 'failed', 'voided', 'interrupted'])
  .describe(
    'stored: the new pair is in force; unchanged: it was in force already; refused: the pair or its rights are wrong; ' +
      'failed: the provider or the storage failed; voided: its commit failed and was undone; interrupted: the server stopped. ' +
      'On all but stored the old pair stayed in force',
  )
export type RotationOutcome = z.infer<typeof RotationOutcome>

export const Rotation = z
  .strictObject({
    rotationId: z.uuid().describe('rotation identifier, as in the header rotation-id'),
    custodianId: Id.describe('custodian whose credentials are rotated'),
    operator: z.string().describe('name of the operator token that asked for it'),
    stage: RotationStage.nullable(),
    outcome: RotationOutcome.nullable().describe('null while the rotation is open'),
    verdict: Verdict.nullable().describe('what the check of the new pair found; null when there was none'),
    reason: z.string().nullable().describe('machine-readable reason'),
    credentialVersion: z.int().min(0).describe('version in force when it began'),
    retryOf: z.uuid().nullable().describe('rotation that this one retries, under the same Idempotency-Key'),
    startedAt: Timestamp,
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Rotation' })
export type Rotation = z.infer<typeof Rotation>

export const ListRotations = z.strictObject({
  custodianId: IdInput.describe('custodian identifier'),
  limit: LimitInput(largestPage).default(200).describe('how many at most, newest first'),
  idempotencyKey: IdempotencyKey.optional().describe('only what the calling token began under this Idempotency-Key'),
})

export const ListRotationsPage = ListRotations.extend({ cursor: pageInput.cursor })
export const RotationsPage = pageOf(Rotation)
export type RotationsPage = z.infer<typeof RotationsPage>

export const NamedRotation = z.strictObject({
  custodianId: IdInput.describe('custodian identifier'),
  rotationId: RotationId.describe('rotation identifier'),
})
