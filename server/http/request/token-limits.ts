import type { FastifyReply, FastifyRequest } from 'fastify'
import { failureOfCode } from '../../../shared/failure.ts'
import type { Id } from '../../../shared/primitives.ts'
import { RequestRefusal } from '../response/failure-reply.ts'
import { type Limits, mostCalls } from './limits.ts'

/** What a token has used; `allowance` is how many calls it may still begin at once, as of `at` (milliseconds). */
type Use = { inFlight: number; allowance: number; at: number }

type TokenLimits = Pick<Limits, 'tokenRate' | 'tokenInFlight'>

/** Lets a request of a token begin, or throws a 429, so that one script cannot slow all others. */
export type TokenLimiter = (tokenId: Id, request: FastifyRequest, reply: FastifyReply) => void

/** How many calls a request is: those of a tRPC batch count each. */
function callsIn({ params }: FastifyRequest): number {
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

  function refuse(reply: FastifyReply, exceeded: { readonly limit: string; readonly message: string }): never {
    reply.headers({ 'ratelimit-policy': policy, ratelimit: exceeded.limit })
    throw new RequestRefusal(failureOfCode('TooManyRequests', { message: exceeded.message, retryAfterSeconds: 1 }))
  }

  return (tokenId, request, reply) => {
    const use = usedBy(tokenId)
    const calls = callsIn(request)
    // A batch that is larger than a limit may begin when nothing else is counted.
    if (use.inFlight > 0 && use.inFlight + calls > most) refuse(reply, tooMany(tokenInFlight))
    if (use.allowance < Math.min(calls, rate)) refuse(reply, tooFast(tokenRate))
    use.allowance -= calls
    use.inFlight += calls
    reply.raw.once('close', () => (use.inFlight -= calls))
  }
}

const tooMany = (limit: number) => ({
  limit: '"in-flight";r=0',
  message: `This operator token has ${limit} requests in flight, which is its limit; nothing was changed. Wait until some have finished, then try again.`,
})

const tooFast = (limit: number) => ({
  limit: '"rate";r=0;t=1',
  message: `This operator token has sent more than ${limit} requests per second, which is its limit; nothing was changed. Wait for the time in Retry-After.`,
})
