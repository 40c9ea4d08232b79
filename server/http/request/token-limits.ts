import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { failureOfCode } from '../../../shared/failure.ts'
import type { Id } from '../../../shared/primitives.ts'
import { RequestRefusal } from '../response/failure-reply.ts'
import { type Limits, mostCalls } from './limits.ts'

/** What a token has used; `allowance` is how many calls it may still begin at once, as of `at` (milliseconds). */
type Use = { inFlight: number; allowance: number; at: number }

type TokenLimits = Pick<Limits, 'tokenRate' | 'tokenInFlight'>

/** Why a request of a token may not begin; `policy` and `limit` are the values of its headers. */
type Exceeded = { readonly policy: string; readonly limit: string; readonly message: string }

/** Lets a request with so many calls begin, or says why not, so that one script cannot slow all others. */
export type TokenLimiter = (tokenId: Id, calls: number, response: ServerResponse) => Exceeded | null

/** How many calls a request is: those of a tRPC batch count each. */
export function callsIn({ params }: FastifyRequest): number {
  const { path } = params as { path?: string }
  if (!path?.includes(',')) return 1
  return Math.min(path.split(',').length, mostCalls)
}

/** A token may begin `tokenRate` calls at once and as many every second, and have `tokenInFlight` open; 0 is no limit. */
export function createTokenLimiter({ tokenRate, tokenInFlight }: TokenLimits): TokenLimiter {
  const rate = tokenRate || Number.POSITIVE_INFINITY
  const most = tokenInFlight || Number.POSITIVE_INFINITY
  const uses = new Map<Id, Use>()
  const policy = [
    ...(tokenRate ? [`"rate";q=${tokenRate};w=1`] : []),
    ...(tokenInFlight ? [`"in-flight";q=${tokenInFlight};qu="concurrent-requests"`] : []),
  ].join(', ')

  function usedBy(tokenId: Id): Use {
    const now = performance.now()
    const use = uses.get(tokenId) ?? { inFlight: 0, allowance: rate, at: now }
    if (tokenRate) use.allowance = Math.min(rate, use.allowance + ((now - use.at) * rate) / 1_000)
    use.at = now
    uses.set(tokenId, use)
    return use
  }

  return (tokenId, calls, response) => {
    const use = usedBy(tokenId)
    // A batch that is larger than a limit may begin when nothing else is counted.
    if (use.inFlight > 0 && use.inFlight + calls > most) return { policy, ...tooMany(tokenInFlight) }
    if (use.allowance < Math.min(calls, rate)) return { policy, ...tooFast(tokenRate) }
    use.allowance -= calls
    // Its caller may have hung up while the token was looked up; nothing would end what is counted then.
    if (response.closed) return null
    use.inFlight += calls
    response.on('close', () => (use.inFlight -= calls))
    return null
  }
}

export function refuseExceeded(reply: FastifyReply, { policy, limit, message }: Exceeded): never {
  reply.headers({ 'ratelimit-policy': policy, ratelimit: limit })
  throw new RequestRefusal(failureOfCode('TooManyRequests', { message, retryAfterSeconds: 1 }))
}

const tooMany = (limit: number) => ({
  limit: '"in-flight";r=0',
  message: `This operator token has ${limit} requests in flight, which is its limit; nothing was changed. Wait until some have finished, then try again.`,
})

const tooFast = (limit: number) => ({
  limit: '"rate";r=0;t=1',
  message: `This operator token has sent more than ${limit} requests per second, which is its limit; nothing was changed. Wait for the time in Retry-After.`,
})
