import { z } from 'zod'
import { pageInput, pageOf } from './paging.ts'
import { Id } from './primitives.ts'

export const TenantName = z.string().describe('tenant name')

export const Tenant = z.strictObject({ id: Id.describe('tenant identifier'), name: TenantName }).meta({ id: 'Tenant' })
export type Tenant = z.infer<typeof Tenant>

export const TenantsPage = pageOf(Tenant)

export const ListTenants = z.strictObject({})
export const ListTenantsPage = ListTenants.extend(pageInput)
