import { type Failure, failureOfCode } from '../../shared/failure.ts'
import { isWellFormedToken } from '../../shared/operator-token.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../platform/clock.ts'
import type { FoundToken, TokenRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { isInRanges, plainAddress } from '../text/address-ranges.ts'
import type { RefusalReason } from './refused-tokens.ts'
import { hashToken } from './token-text.ts'

/** `token` is the refused one, if known. */
export type RefusedRequest = {
  readonly failure: Failure
  readonly token: TokenRecord | null
  readonly reason: RefusalReason | 'expired' | 'unknown'
}

/**
 * What identifies the caller of a request; the address is the connection's, or the one passed by the proxy in front.
 */
export type PresentedToken = { readonly authorization: string | undefined; readonly address: string }

/** A token that was looked up, and a version of all tokens that is no newer than what was read. */
export type LookedUpToken = { readonly token: FoundToken; readonly tokensVersion: bigint }

/** Finds the principal of a request. Looked up on every request, so a revocation takes effect at once. */
export async function authenticate(
  { authorization, address }: PresentedToken,
  { store, clock }: { store: Store; clock: Clock },
): Promise<Result<LookedUpToken, RefusedRequest>> {
  const text = tokenIn(authorization)
  if (!text || !isWellFormedToken(text)) return unknownToken
  const tokensVersion = store.tokensVersion()
  const token = await store.findToken(hashToken(text))
  if (!token) return unknownToken
  const refused = refusalOf(token, { address, now: clock.now() })
  return refused ? err({ ...refused, token }) : ok({ token, tokensVersion })
}

const unknownToken = err<RefusedRequest>({
  failure: failureOfCode('Unauthenticated'),
  token: null,
  reason: 'unknown',
})

/** The token in an Authorization header. */
export const tokenIn = (authorization = ''): string | undefined => /^Bearer +(\S+)$/i.exec(authorization)?.[1]

/** Why a known token is refused at this time and address; null when it is not. */
export function refusalOf(
  { revokedAt, expiresAt, allowedFrom, isTenantDisabled }: FoundToken,
  { address, now }: { readonly address: string; readonly now: number },
): Pick<RefusedRequest, 'failure' | 'reason'> | null {
  if (revokedAt !== null) return { failure: unauthenticated('was revoked'), reason: 'revoked' }
  if (expiresAt <= now) return { failure: unauthenticated('has expired'), reason: 'expired' }
  if (isTenantDisabled) return { failure: ofDisabledTenant, reason: 'tenant-disabled' }
  if (allowedFrom !== null && !isInRanges(allowedFrom, address)) return { failure: notFrom(address), reason: 'address' }
  return null
}

const unauthenticated = (what: string) =>
  failureOfCode('Unauthenticated', { message: `This operator token ${what}. Ask for a new one.` })

const ofDisabledTenant = failureOfCode('Unauthenticated', {
  message: 'The tenant of this operator token is disabled. Ask a platform administrator to enable it.',
})

const notFrom = (address: string) =>
  failureOfCode('Forbidden', {
    message:
      'This operator token may not be used from this address. Use it from an allowed address, or ask for a token that allows this one.',
    info: [`address: ${plainAddress(address) ?? 'an unknown address'} is not allowed for this token`],
  })
