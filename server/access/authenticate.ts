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

/** A JWT of a service account: the hash that its operator token is found by, and when the JWT itself ends. */
export type AcceptedJwt = { readonly hash: Uint8Array; readonly expiresAt: number }

export type ServiceAccounts = { accept(jwt: string): Promise<Result<AcceptedJwt>> }

type AuthenticationUses = {
  readonly store: Pick<Store, 'findToken' | 'refresh' | 'tokensVersion'>
  readonly clock: Clock
  /** Without them no JWT is accepted. */
  readonly serviceAccounts: ServiceAccounts | null
}

/** Finds the principal of a request. Looked up on every request, so a revocation takes effect at once. */
export async function authenticate(
  { authorization, address }: PresentedToken,
  { store, clock, serviceAccounts }: AuthenticationUses,
): Promise<Result<LookedUpToken, RefusedRequest>> {
  const text = tokenIn(authorization)
  const jwt = text && serviceAccounts && isJwt(text) ? await serviceAccounts.accept(text) : null
  if (jwt && !jwt.ok) return err({ failure: jwt.error, token: null, reason: 'unknown' })
  if (!jwt && !(text && isWellFormedToken(text))) return unknownToken
  // Where the version is there at once, it has to be read in this turn.
  const refreshing = store.refresh()
  if (refreshing) await refreshing
  const tokensVersion = store.tokensVersion()
  const found = await store.findToken(jwt?.value.hash ?? hashToken(text as string))
  if (!found) return unknownToken
  // Another JWT of the same service account may end later.
  const token = jwt ? { ...found, expiresAt: jwt.value.expiresAt } : found
  const refused = refusalOf(token, { address, now: clock.now() })
  return refused ? err({ ...refused, token }) : ok({ token, tokensVersion })
}

const unknownToken = err<RefusedRequest>({
  failure: failureOfCode('Unauthenticated'),
  token: null,
  reason: 'unknown',
})

const isJwt = (text: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)

/** The token in an Authorization header. */
export const tokenIn = (authorization = ''): string | undefined => /^Bearer +(\S+)$/i.exec(authorization)?.[1]

/** Why a known token is refused at this time and address; null when it is not. */
export function refusalOf(
  { revokedAt, expiresAt, disabledAt, allowedFrom, isTenantDisabled }: FoundToken,
  { address, now }: { readonly address: string; readonly now: number },
): Pick<RefusedRequest, 'failure' | 'reason'> | null {
  if (revokedAt !== null) return { failure: unauthenticated('was revoked'), reason: 'revoked' }
  if (expiresAt <= now) return { failure: unauthenticated('has expired'), reason: 'expired' }
  if (disabledAt !== null) return { failure: ofDisabled, reason: 'disabled' }
  if (isTenantDisabled) return { failure: ofDisabledTenant, reason: 'tenant-disabled' }
  if (allowedFrom !== null && !isInRanges(allowedFrom, address)) return { failure: notFrom(address), reason: 'address' }
  return null
}

const unauthenticated = (what: string) =>
  failureOfCode('Unauthenticated', { message: `This operator token ${what}. Ask for a new one.` })

const ofDisabled = failureOfCode('Unauthenticated', {
  message: 'This operator token is disabled. Ask an administrator to enable it.',
})

const ofDisabledTenant = failureOfCode('Unauthenticated', {
  message: 'The tenant of this operator token is disabled. Ask a platform administrator to enable it.',
})

const notFrom = (address: string) =>
  failureOfCode('Forbidden', {
    message:
      'This operator token may not be used from this address. Use it from an allowed address, or ask for a token that allows this one.',
    info: [`address: ${plainAddress(address) ?? 'an unknown address'} is not allowed for this token`],
  })
