import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failureOfCode } from '../../../shared/failure.ts'
import { authenticate, type LookedUpToken, type ServiceAccounts } from '../../access/authenticate.ts'
import type { RefusedTokens } from '../../access/refused-tokens.ts'
import type { TokenUses } from '../../access/token-uses.ts'
import type { Parts } from '../../context/parts.ts'
import type { Principal } from '../../context/principal.ts'
import { networkOf } from '../../text/address-ranges.ts'
import { RequestRefusal } from '../response/failure-reply.ts'
import type { Limits } from './limits.ts'
import { callsIn, refuseExceeded, type TokenLimiter } from './token-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
    /** Its token as it was looked up. */
    lookedUp: LookedUpToken | null
  }
}

export type AuthenticationParts = Pick<Parts, 'store' | 'clock'> & {
  readonly serviceAccounts: ServiceAccounts | null
  readonly refusedTokens: RefusedTokens
  readonly tokenUses: Pick<TokenUses, 'note'>
  readonly tokenLimiter: TokenLimiter
}

/**
 * Finds out who calls before a byte of the body is read. Failures count for the address, everything else for the token.
 * Returns the hook that does so, for requests that have no route.
 */
export async function addAuthentication(
  app: FastifyInstance,
  { store, clock, serviceAccounts, refusedTokens, tokenUses, tokenLimiter }: AuthenticationParts,
  limits: Limits,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<void>> {
  await app.register(rateLimit, { global: false })
  const countFailure = app.createRateLimit({
    max: limits.failedAuthentications,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => networkOf(ip) ?? ip,
  })
  app.decorateRequest('principal', null)
  app.decorateRequest('lookedUp', null)
  const authenticateRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers, ip: address } = request
    const authenticated = await authenticate(
      { authorization: headers.authorization, address },
      { store, clock, serviceAccounts },
    )
    if (authenticated.ok) {
      request.lookedUp = authenticated.value
      request.principal = authenticated.value.token
      tokenUses.note(request.principal.tokenId, address)
      const exceeded = tokenLimiter(request.principal.tokenId, callsIn(request), reply.raw)
      if (exceeded) refuseExceeded(reply, exceeded)
      return
    }
    const { failure, token, reason } = authenticated.error
    request.refusedToken = token
    if (token && reason !== 'expired' && reason !== 'unknown') await refusedTokens.record({ token, reason, address })
    const count = await countFailure(request)
    if (!count.isAllowed && count.isExceeded)
      throw new RequestRefusal(failureOfCode('TooManyRequests', { retryAfterSeconds: count.ttlInSeconds }))
    throw new RequestRefusal(failure)
  }
  app.addHook('onRequest', authenticateRequest)
  return authenticateRequest
}
