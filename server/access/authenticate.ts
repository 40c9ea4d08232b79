import { type Failure, failureOfCode } from '../../shared/failure.ts'
import { isWellFormedToken } from '../../shared/operator-token.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Principal } from '../context/principal.ts'
import type { Clock } from '../platform/clock.ts'
import type { TokenRecord } from '../store/records.ts'
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

/** Finds the principal of a request. Looked up on every request, so a revocation takes effect at once. */
export async function authenticate(
  { authorization, address }: PresentedToken,
  { store, clock }: { store: Store; clock: Clock },
): Promise<Result<Principal, RefusedRequest>> {
  const [, text] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const token = text && isWellFormedToken(text) ? await store.findToken(hashToken(text)) : null
  if (!token) return err({ failure: failureOfCode('Unauthenticated'), token: null, reason: 'unknown' })
  const { revokedAt, expiresAt, allowedFrom } = token
  if (revokedAt !== null) return err({ failure: unauthenticated('was revoked'), token, reason: 'revoked' })
  if (expiresAt <= clock.now()) return err({ failure: unauthenticated('has expired'), token, reason: 'expired' })
  if (allowedFrom !== null && !isInRanges(allowedFrom, address))
    return err({ failure: notFrom(address), token, reason: 'address' })
  return ok(token)
}

const unauthenticated = (what: string) =>
  failureOfCode('Unauthenticated', { message: `This operator token ${what}. Ask for a new one.` })

const notFrom = (address: string) =>
  failureOfCode('Forbidden', {
    message:
      'This operator token may not be used from this address. Use it from an allowed address, or ask for a token that allows this one.',
    info: [`address: ${plainAddress(address) ?? 'an unknown address'} is not allowed for this token`],
  })
