import { z } from 'zod'
import { largestPage } from './paging.ts'
import { Id, IdInput, LimitInput, MomentInput, Timestamp } from './primitives.ts'
import { Verdict } from './providers.ts'
import { RotationOutcome } from './rotations.ts'

export const AuditKind = z
  .enum([
    'rotation.intended',
    'rotation.ended',
    'validation.intended',
    'validation.ended',
    'check.intended',
    'check.ended',
    'token.created',
    'token.changed',
    'token.disabled',
    'token.enabled',
    'token.revoked',
    'token.refused',
    'sign-in.refused',
    'data.imported',
    'tenant.created',
    'tenant.changed',
    'tenant.deleted',
    'tenant.disabled',
    'tenant.enabled',
    'tenant.frozen',
    'tenant.thawed',
    'platform.frozen',
    'platform.thawed',
    'custodian.created',
    'custodian.changed',
    'custodian.deleted',
    'custodian.disabled',
    'custodian.enabled',
    'wallet.changed',
    'network.created',
    'network.changed',
    'network.deleted',
    'network.disabled',
    'network.enabled',
    'chain-token.created',
    'chain-token.changed',
    'chain-token.deleted',
    'chain-token.disabled',
    'chain-token.enabled',
    'reserve-account.created',
    'reserve-account.changed',
    'reserve-account.deleted',
    'reserve-account.disabled',
    'reserve-account.enabled',
    'webhook.created',
    'webhook.changed',
    'webhook.deleted',
    'webhook.disabled',
    'webhook.enabled',
    'keys.rotated',
    'rotations.pruned',
    'idempotency-records.pruned',
    'sessions.pruned',
    'events.pruned',
    'backup.created',
    'backup.restored',
  ])
  .describe('what happened')
export type AuditKind = z.infer<typeof AuditKind>

export const AuditRecord = z
  .strictObject({
    sequence: Id.describe('position in the chain, from 1'),
    at: Timestamp,
    kind: AuditKind,
    actor: z
      .string()
      .describe('operator token name, or for a command the operating system user: `alice (strongroom import)`'),
    actorTokenId: Id.nullable()
      .optional()
      .describe(
        'ID of the operator token that acted; names can be reused, IDs are unique. Null for commands, and for records of versions that did not store it',
      ),
    requestId: z
      .string()
      .nullable()
      .optional()
      .describe(
        'ID of the request that led to it; null for commands, and for records of versions that did not store it',
      ),
    tenantId: Id.nullable(),
    custodianId: Id.nullable(),
    rotationId: z.string().nullable().describe('rotation, validation or check it belongs to'),
    details: z.record(z.string(), z.string()),
    hash: z.string().describe('SHA-256 over this record and the previous hash, hex'),
  })
  .meta({ id: 'AuditRecord' })
export type AuditRecord = z.infer<typeof AuditRecord>

export const AuditPage = z
  .strictObject({
    records: z.array(AuditRecord).describe('newest first'),
    nextCursor: Id.nullable().describe('cursor of the next page, with older records; null at the end'),
  })
  .meta({ id: 'AuditPage' })
export type AuditPage = z.infer<typeof AuditPage>

/** The outcome of a rotation, or the verdict of a validation or check. */
export const AuditOutcome = z.enum([...RotationOutcome.options, ...Verdict.options])
export type AuditOutcome = z.infer<typeof AuditOutcome>

const oneOf = <Words extends z.ZodEnum>({ options }: Words) => ({ error: `must be one of ${options.join(', ')}` })

/** A record must match all filters. */
export const ListAudit = z
  .strictObject({
    operator: z
      .string()
      .min(1, 'must not be empty')
      .max(256, 'must have at most 256 characters')
      .optional()
      .describe('only records of this actor: the whole name of an operator token, or a command'),
    actorTokenId: IdInput.optional().describe('only records of actions of this operator token'),
    kind: z.enum(AuditKind.options, oneOf(AuditKind)).optional().describe('only records of this kind'),
    outcome: z
      .enum(AuditOutcome.options, oneOf(AuditOutcome))
      .optional()
      .describe('only records of a rotation with this outcome, or of a validation or check with this verdict'),
    tenantId: IdInput.optional().describe('only records of this tenant'),
    custodianId: IdInput.optional().describe('only records of this custodian'),
    requestId: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'must be an ID from a request-id header')
      .optional()
      .describe('only records of what this request led to'),
    rotationId: z.uuid('must be a UUID').optional().describe('only records of this rotation, validation or check'),
    from: MomentInput.optional().describe('only records from this time on (RFC 3339)'),
    to: MomentInput.optional().describe('only records from before this time (RFC 3339)'),
    cursor: IdInput.optional().describe('only records before this one: the nextCursor of the previous page'),
    limit: LimitInput(largestPage).default(100).describe('maximum number'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['from'],
    error: 'must be earlier than to',
  })
export type ListAudit = z.infer<typeof ListAudit>
