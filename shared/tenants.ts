import { z } from 'zod'
import { administered, switchRow } from './administered.ts'
import { changeInput, itemMembers, LabelInput, NewIdInput, VersionInput } from './administered-members.ts'
import { pageInput, pageOf } from './paging.ts'
import { Id, IdInput } from './primitives.ts'

export const TenantName = z.string().describe('tenant name')

export const Tenant = z
  .strictObject({ id: Id.describe('tenant identifier'), name: TenantName, ...itemMembers })
  .meta({ id: 'Tenant' })
export type Tenant = z.infer<typeof Tenant>

export const TenantsPage = pageOf(Tenant)

export const ListTenants = z.strictObject({})
export const ListTenantsPage = ListTenants.extend(pageInput)

const NamedTenant = z.strictObject({ tenantId: IdInput.describe('tenant identifier') })
const VersionedTenant = NamedTenant.extend({ version: VersionInput })
const name = LabelInput(200).describe('tenant name')

export const exampleTenant: Tenant = {
  id: '7' as Id,
  name: 'First Trust',
  version: 3,
  disabled: false,
  disabledAt: null,
}

const subject = {
  noun: 'tenant',
  one: 'a tenant',
  collection: '/platform/admin/tenants',
  path: '/platform/admin/tenants/{tenantId}',
  reads: 'tenants:read',
  writes: 'tenants:write',
  platformOnly: 'writes',
  item: Tenant,
  named: NamedTenant,
  create: z.strictObject({ id: NewIdInput, name }).meta({ id: 'CreateTenant' }),
  update: changeInput(VersionedTenant.extend({ name: name.optional() })).meta({ id: 'UpdateTenant' }),
  versioned: VersionedTenant,
  example: exampleTenant,
  createExample: { name: 'First Trust' },
  updateExample: { name: 'First Trust Company' },
  createFailures: [],
  updateFailures: ['Disabled'],
} as const

export const tenantOperations = {
  ...administered(subject),
  disable: switchRow(subject, {
    verb: 'disable',
    description:
      'From then on its operator tokens are answered 401, and nothing of it can be changed. What it has stays stored.',
  }),
  enable: switchRow(subject, {
    verb: 'enable',
    description: 'Its operator tokens work again, as far as they did not expire.',
  }),
}
