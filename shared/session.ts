import { z } from 'zod'
import { Permission } from './permissions.ts'
import { Id, Timestamp } from './primitives.ts'
import { Role } from './roles.ts'
import { TenantName } from './tenants.ts'

export const WhoAmI = z.strictObject({})

/** How a token came about that no administrator created: by a sign-in, or by the JWT of a service account. */
export const TokenOrigin = z.enum(['sign-in', 'service-account'])
export type TokenOrigin = z.infer<typeof TokenOrigin>

export const tokenOriginMember = {
  origin: TokenOrigin.nullable()
    .optional()
    .describe('sign-in: a session of a person; service-account: a JWT; null if an administrator created the token'),
}

/** The tenant of a token. */
const SessionTenant = z
  .strictObject({ id: Id.describe('tenant identifier'), name: TenantName })
  .meta({ id: 'SessionTenant' })

export const Session = z
  .strictObject({
    tokenName: z.string().describe('name of the operator token'),
    owner: z
      .string()
      .nullable()
      .optional()
      .describe('who the token belongs to: the subject at the identity provider, or who was named; null if no one was'),
    ...tokenOriginMember,
    permissions: z.array(Permission).describe('what the token may do'),
    role: Role.nullable().describe('the role that has exactly these permissions; null if there is none'),
    tenant: SessionTenant.nullable().describe('the one tenant the token is for; null for a platform administrator'),
    createdAt: Timestamp.optional().describe('when the token was created'),
    expiresAt: Timestamp.describe('when the token stops working'),
    serverVersion: z.string().describe('version of the server'),
    contractVersion: z.string().describe('version of this interface'),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>
