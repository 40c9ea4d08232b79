import { z } from 'zod'
import { administered, switchRow } from './administered.ts'
import {
  changeInput,
  disabledMembers,
  itemMembers,
  LabelInput,
  NewIdInput,
  VersionInput,
  versionMember,
} from './administered-members.ts'
import { pageInput, pageOf } from './paging.ts'
import { BooleanInput, Id, IdInput, Timestamp } from './primitives.ts'
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
    previousKeyId: KeyId.nullable()
      .optional()
      .describe(
        'identifies the API key that the active one replaced; null before the second rotation, or if not known',
      ),
    version: versionMember.version.optional(),
    disabled: disabledMembers.disabled.optional(),
    disabledAt: disabledMembers.disabledAt.optional(),
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

/** A custodian with what administrators set of it. */
export const AdministeredCustodian = z
  .strictObject({
    ...Custodian.shape,
    ...itemMembers,
    baseUrl: z.string().nullable().describe("where its provider is asked; null is the provider's production API"),
    providerAccount: z
      .string()
      .nullable()
      .describe('account at the provider that its credentials must belong to; null before the first rotation'),
  })
  .meta({ id: 'AdministeredCustodian' })
export type AdministeredCustodian = z.infer<typeof AdministeredCustodian>

const VersionedCustodian = NamedCustodian.extend({ version: VersionInput })
const name = LabelInput(200).describe('custodian name')
const baseUrl = z
  .string('must be text or null')
  .min(1, 'must be a URL or null')
  .max(200, 'must have at most 200 characters')
  .nullable()
  .optional()
  .describe("where its provider is asked, an https origin; null is the provider's production API")

const subject = {
  noun: 'custodian',
  one: 'a custodian',
  collection: '/platform/admin/custodians',
  path: '/platform/admin/custodians/{id}',
  reads: 'custodians:read',
  writes: 'custodians:write',
  platformOnly: 'nothing',
  item: AdministeredCustodian,
  named: NamedCustodian,
  create: z
    .strictObject({
      id: NewIdInput,
      tenantId: IdInput.describe('tenant that owns the custodian'),
      name,
      provider: ProviderId,
      baseUrl,
    })
    .meta({ id: 'CreateCustodian' }),
  update: changeInput(
    VersionedCustodian.extend({
      name: name.optional(),
      provider: ProviderId.optional(),
      baseUrl,
      forgetPinnedAccount: BooleanInput.optional().describe(
        'true forgets the account at the provider that credentials must belong to: the next rotation accepts keys of any account. ' +
          'Needed to send stored credentials to another host',
      ),
    }),
  ).meta({ id: 'UpdateCustodian' }),
  versioned: VersionedCustodian,
  example: {
    id: '42' as Id,
    name: 'Cold storage',
    tenantId: '7' as Id,
    provider: 'copper',
    credentialVersion: 4,
    lastRotatedAt: '2026-03-04T05:06:07.008Z',
    state: 'in-force',
    lastCheckedAt: '2026-03-04T05:06:07.008Z',
    keyId: '...4f2a fp:3b91c07d',
    previousKeyId: '...9d10 fp:c2e0715a',
    version: 3,
    disabled: false,
    disabledAt: null,
    baseUrl: null,
    providerAccount: 'b4b3d2ad-7dd6-4d5e-92a5-5b9e7a1f6c1f',
  },
  createExample: { tenantId: '7', name: 'Cold storage', provider: 'copper' },
  updateExample: { name: 'Cold storage, Zurich' },
  createFailures: ['NotFound', 'Disabled'],
  updateFailures: ['Disabled', 'InUse', 'RotationInProgress'],
} as const

export const custodianOperations = {
  ...administered(subject),
  disable: switchRow(subject, {
    verb: 'disable',
    description:
      'From then on its keys are not rotated, validated or checked, and it cannot be changed. It is still read. A rotation ' +
      'in progress fails and changes nothing.',
  }),
  enable: switchRow(subject, { verb: 'enable', description: 'It can be changed and rotated again.' }),
}
