import { z } from 'zod'
import { largestPage } from './paging.ts'
import { Id, IdInput, LimitInput, Timestamp } from './primitives.ts'

export const AuditKind = z
  .enum([
    'rotation.intended',
    'rotation.ended',
    'validation.intended',
    'validation.ended',
    'check.intended',
    'check.ended',
    'token.created',
    'token.revoked',
    'token.refused',
    'data.imported',
    'tenant.changed',
    'custodian.changed',
    'reserve-account.changed',
    'keys.rotated',
    'backup.created',
    'backup.restored',
  ])
  .describe('what happened')
export type AuditKind = z.infer<typeof AuditKind>

export const AuditRecord = z
  .strictObject({
    sequence: Id.describe('place in the chain, from 1'),
    at: Timestamp,
    kind: AuditKind,
    actor: z
      .string()
      .describe('operator token name, or for a command its user of the operating system: `alice (strongroom import)`'),
    tenantId: Id.nullable(),
    custodianId: Id.nullable(),
    rotationId: z.string().nullable().describe('rotation, validation or check it belongs to'),
    details: z.record(z.string(), z.string()),
    hash: z.string().describe('SHA-256 over this record and the hash before it, hex'),
  })
  .meta({ id: 'AuditRecord' })
export type AuditRecord = z.infer<typeof AuditRecord>

export const AuditPage = z
  .strictObject({
    records: z.array(AuditRecord).describe('newest first'),
    nextCursor: Id.nullable().describe('send it as cursor for the records before these; null at the end'),
  })
  .meta({ id: 'AuditPage' })
export type AuditPage = z.infer<typeof AuditPage>

export const ListAudit = z.strictObject({
  custodianId: IdInput.optional().describe('only records of this custodian'),
  kind: AuditKind.optional(),
  cursor: IdInput.optional().describe('only records before this one'),
  limit: LimitInput(largestPage).default(100).describe('how many at most'),
})
export type ListAudit = z.infer<typeof ListAudit>
