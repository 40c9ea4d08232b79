import { z } from 'zod'

/** What an operator token may be allowed to do. Without a tenant the token is a platform administrator's. */
export const Permission = z.enum([
  'custodians:read',
  'custodians:update',
  'custodians:write',
  'wallets:read',
  'wallets:write',
  'reserves:read',
  'reserves:write',
  'tenants:read',
  'tenants:write',
  'tokens:read',
  'tokens:write',
  'audit:read',
  'freezes:write',
  'webhooks:read',
  'webhooks:write',
])
export type Permission = z.infer<typeof Permission>
