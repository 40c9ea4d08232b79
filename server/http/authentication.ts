import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { failureOfCode } from '../../shared/failure.ts'
import type { AllowedAddresses } from '../access/allowed-addresses.ts'
import { authenticate } from '../access/authenticate.ts'
import type { Parts } from '../parts.ts'
import { Refusal } from './failure-reply.ts'
import type { Limits } from './limits.ts'
import { createTokenLimiter } from './token-limits.ts'

export type AuthenticationParts = Pick<Parts, 'store' | 'clock'> & { readonly allowedAddresses: AllowedAddresses }

/** Finds out who calls before a byte of the body is read. Failures count for the address, everything else for the token. */
export async function addAuthentication(
  app: FastifyInstance,
  { store, clock, allowedAddresses }: AuthenticationParts,
  limits: Limits,
): Promise<void> {
  await app.register(rateLimit, { global: false })
  const countFailure = app.createRateLimit({ max: limits.failedAuthentications, timeWindow: '1 minute' })
  const limitToken = createTokenLimiter(limits)
  app.decorateRequest('principal', null)
  app.addHook('onRequest', async (request, reply) => {
    const authenticated = await authenticate(request.headers.authorization, { store, clock })
    const isBound = authenticated.ok && authenticated.value.allowedFrom !== null
    const allowed = isBound ? await allowedAddresses.check(authenticated.value, request.ip) : authenticated
    if (allowed.ok) {
      request.principal = allowed.value
      limitToken(allowed.value.tokenId, request, reply)
      return
    }
    const count = await countFailure(request)
    if (!count.isAllowed && count.isExceeded)
      throw new Refusal(failureOfCode('TooManyRequests', { retryAfterSeconds: count.ttlInSeconds }))
    throw new Refusal(allowed.failure)
  })
}
