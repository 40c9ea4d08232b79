import type { Parsed } from '../../shared/operations.ts'
import { ok } from '../../shared/result.ts'
import type { Parts } from '../context/parts.ts'
import { administerItems } from './administer.ts'

export const administerTenants = (parts: Parts) =>
  administerItems(
    {
      kind: 'tenant',
      idOf: ({ tenantId }: Parsed<'tenants.get'>) => tenantId,
      created: ({ name }: Parsed<'tenants.create'>) => ok({ name }),
      updated: ({ name }: Parsed<'tenants.update'>) => ok(name === undefined ? {} : { name }),
    },
    parts,
  )
