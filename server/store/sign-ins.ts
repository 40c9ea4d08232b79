import { type Failure, failureOfCode } from '../../shared/failure.ts'
import type { Id } from '../../shared/primitives.ts'
import type { Tenant } from '../../shared/tenants.ts'

/** Anyone may begin one, without a token. */
export const mostOpenSignIns = 10_000

/** Milliseconds: longer than a sign-in takes, and than a logout of the provider is accepted after it was issued. */
export const logoutKeptFor = 15 * 60_000

/** In the audit. */
export const logoutReason = 'provider-logout'

/** Why no one is signed in for this tenant now; null where someone may be. */
export function refusalOfSignedIn(tenantId: Id | null, tenant: Tenant | null): Failure | null {
  if (tenantId === null) return null
  if (!tenant) return failureOfCode('Forbidden', { message: `Sign-in refused: there is no tenant ${tenantId}. ${ask}` })
  return tenant.disabled ? failureOfCode('Disabled', { info: [`tenant: ${tenantId} is disabled`] }) : null
}

const ask = 'Ask the administrator of this server to correct its groups.'

export const revokedAccount: Failure = failureOfCode('Unauthenticated', {
  message: 'This service account was revoked after the JWT was issued. Get a new JWT, or ask an administrator.',
})

export const loggedOut: Failure = failureOfCode('Forbidden', {
  message: 'Sign-in refused: the session at the identity provider ended meanwhile. Sign in again.',
})

export const redeemedAlready: Failure = failureOfCode('NotFound', {
  message: 'This sign-in was redeemed already, or it expired. Sign in again.',
})
