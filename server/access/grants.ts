import { type Failure, failureOfCode } from '../../shared/failure.ts'
import type { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import type { TokenRecord } from '../store/records.ts'
import { type AddressRange, areWithin } from '../text/address-ranges.ts'

/** What a token may do, for whom, and from where. */
export type Grant = {
  readonly permissions: readonly Permission[]
  readonly tenantId: Id | null
  /** null is anywhere. */
  readonly allowedFrom: readonly AddressRange[] | null
}

/**
 * Why a token may not grant this, judged in the commit that would grant it; null when it may. No token gives more than it
 * has, and what was revoked meanwhile gives nothing.
 */
export function refusalOfGrant(grantor: TokenRecord | null, grant: Grant, at: number): Failure | null {
  const ended = refusalOfEnded(grantor, at)
  if (ended || !grantor) return ended
  if (grantor.tenantId !== null && grant.tenantId !== grantor.tenantId)
    return grant.tenantId === null ? forbidden([ofPlatform]) : failureOfCode('NotFound')
  const missing = grant.permissions.filter((permission) => !grantor.permissions.includes(permission))
  if (missing.length > 0) return forbidden(missing.map((name) => `permissions: this operator token has no ${name}`))
  return areWithin(grant.allowedFrom, grantor.allowedFrom) ? null : forbidden([beyondAddresses])
}

/** Why a token may no longer change others; null while it may. */
export function refusalOfEnded(actor: TokenRecord | null, at: number): Failure | null {
  if (!actor || actor.revokedAt !== null) return ended('was revoked')
  if (actor.expiresAt <= at) return ended('has expired')
  if (actor.disabledAt !== null) return ended('is disabled', 'Ask an administrator to enable it.')
  return actor.permissions.includes('tokens:write') ? null : forbidden(['permission: tokens:write is missing'])
}

/** Why a token is neither changed nor switched any more; null while it may be. */
export const refusalOfClosed = ({ revokedAt, expiresAt }: TokenRecord, at: number): Failure | null =>
  revokedAt !== null || expiresAt <= at
    ? failureOfCode('Disabled', {
        message: 'This operator token was revoked or has expired; nothing was changed. Create another one.',
      })
    : null

const ended = (what: string, nextStep = 'Ask for a new one.') =>
  failureOfCode('Unauthenticated', { message: `This operator token ${what}. Nothing was changed. ${nextStep}` })

const forbidden = (info: readonly string[]) =>
  failureOfCode('Forbidden', {
    message: 'An operator token can grant only what it has. Nothing was changed. Ask an administrator who has more.',
    info,
  })

const ofPlatform = 'tenantId: null is for platform administrators; name the tenant of this operator token'
const beyondAddresses = 'allowedFrom: must be within the addresses that this operator token is bound to'

type Limits = Pick<TokenRecord, 'tokenId' | 'origin' | 'owner' | 'expiresAt' | 'allowedFrom'>

/** Why these limits may not change so: a token may only narrow its own, and no one extends what a provider vouched for. */
export function refusalOfExtension(
  grantor: Pick<TokenRecord, 'tokenId'>,
  before: Limits,
  after: Limits,
): Failure | null {
  if (before.origin !== null && (after.expiresAt > before.expiresAt || after.owner !== before.owner)) return ofSession
  const isNarrowed = after.expiresAt <= before.expiresAt && areWithin(after.allowedFrom, before.allowedFrom)
  return grantor.tokenId !== before.tokenId || isNarrowed ? null : ofItself
}

const ofSession = failureOfCode('Forbidden', {
  message: 'A session cannot be extended and keeps its owner. Nothing was changed. Its owner can sign in again.',
  info: ['tokenId: is the token of a session or of a service account'],
})

const ofItself = failureOfCode('Forbidden', {
  message: 'An operator token cannot extend itself. Nothing was changed. Ask another administrator.',
  info: ['tokenId: is the token that asks'],
})
