import { z } from 'zod'
import { KeyId } from './custodians.ts'
import { IdempotencyKey } from './idempotency-key.ts'
import { largestPage, pageInput, pageOf } from './paging.ts'
import { Id, IdInput, LimitInput, requiredOr, Timestamp } from './primitives.ts'
import { Verdict } from './providers.ts'

export const RotationId = z.uuid({ error: requiredOr('must be a UUID') })

export const RotationStage = z
  .enum(['checked', 'sent', 'accepted', 'stored'])
  .describe('last stage reached: checked locally, sent to the provider, accepted by it, stored')
export type RotationStage = z.infer<typeof RotationStage>

export const RotationOutcome = z
  .enum(['stored', 'unchanged', 'refused', 'failed', 'voided', 'interrupted'])
  .describe(
    'stored: the new credentials are active; unchanged: they were active already; refused: the credentials or their permissions are wrong; ' +
      'failed: the provider or the storage failed, or the token or the custodian changed meanwhile; voided: its commit failed and was undone; ' +
      'interrupted: the server stopped. ' +
      'In all cases but stored, the old credentials stayed active',
  )
export type RotationOutcome = z.infer<typeof RotationOutcome>

export const Rotation = z
  .strictObject({
    rotationId: z.uuid().describe('rotation identifier, as in the rotation-id header'),
    custodianId: Id.describe('custodian whose credentials are rotated'),
    operator: z.string().describe('name of the operator token that requested it'),
    stage: RotationStage.nullable(),
    outcome: RotationOutcome.nullable().describe('null while the rotation is in progress'),
    verdict: Verdict.nullable().describe('result of the check of the new credentials; null if there was none'),
    reason: z.string().nullable().describe('machine-readable reason'),
    credentialVersion: z.int().min(0).describe('active version when it began'),
    keyId: KeyId.nullable()
      .optional()
      .describe('identifies the new API key; null if its format was refused, and in records of earlier versions'),
    previousKeyId: KeyId.nullable()
      .optional()
      .describe('identifies the API key that was replaced, to be revoked at the provider; null unless one was'),
    retryOf: z.uuid().nullable().describe('rotation that this one retries, with the same Idempotency-Key'),
    startedAt: Timestamp,
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Rotation' })
export type Rotation = z.infer<typeof Rotation>

export const ListRotations = z.strictObject({
  custodianId: IdInput.describe('custodian identifier'),
  limit: LimitInput(largestPage).default(200).describe('maximum number, newest first'),
  idempotencyKey: IdempotencyKey.optional().describe(
    'only rotations that the calling token began with this Idempotency-Key',
  ),
})

export const ListRotationsPage = ListRotations.extend({ cursor: pageInput.cursor })
export const RotationsPage = pageOf(Rotation)
export type RotationsPage = z.infer<typeof RotationsPage>

export const NamedRotation = z.strictObject({
  custodianId: IdInput.describe('custodian identifier'),
  rotationId: RotationId.describe('rotation identifier'),
})
