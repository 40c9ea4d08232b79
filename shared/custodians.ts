import { z } from 'zod'
import { pageInput, pageOf } from './paging.ts'
import { Id, IdInput, Timestamp } from './primitives.ts'
import { ProviderId } from './providers.ts'

/** Compare it with what the provider shows of its keys. */
export const KeyId = z
  .string()
  .max(256)
  .describe(
    'identifies an API key without being secret: its last characters and a fingerprint, as `...4f2a fp:3b91c07d`; the fingerprint alone if the provider did not accept the key',
  )

export const CustodianState = z
  .enum(['no-credentials', 'in-force', 'rejected', 'rotating'])
  .describe(
    'no credentials stored; credentials active; the provider rejected the active credentials at the last check; a rotation is in progress',
  )

export type CustodianState = z.infer<typeof CustodianState>

export const Custodian = z
  .strictObject({
    id: Id.describe('custodian identifier'),
    name: z.string().describe('custodian name'),
    tenantId: Id.describe('tenant that owns the custodian'),
    provider: ProviderId,
    credentialVersion: z.int().min(0).describe('increases by one with each rotation; 0 before the first'),
    lastRotatedAt: Timestamp.nullable().describe('when the active credentials were stored'),
    state: CustodianState,
    lastCheckedAt: Timestamp.nullable()
      .optional()
      .describe('when the provider last accepted or rejected the active credentials; null if that is not known'),
    keyId: KeyId.nullable()
      .optional()
      .describe(
        'identifies the active API key; null without credentials, and for those of earlier versions until the next check',
      ),
  })
  .meta({ id: 'Custodian' })
export type Custodian = z.infer<typeof Custodian>

export const CustodiansPage = pageOf(Custodian)
export type CustodiansPage = z.infer<typeof CustodiansPage>

export const ListCustodians = z.strictObject({
  tenantId: IdInput.optional().describe('only the custodians of this tenant'),
})
export const ListCustodiansPage = ListCustodians.extend(pageInput)

export const NamedCustodian = z.strictObject({
  custodianId: IdInput.describe('custodian identifier'),
})
