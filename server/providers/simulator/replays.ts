import type { RequestContext } from './provider-api.ts'

const hardLimit = 100_000

/** Remembers tokens until they would be rejected as expired anyway. */
export const createReplayGuard = (now: () => number): RequestContext['isFresh'] => {
  const seen = new Map<string, number>()
  const forgetOld = (): void => {
    for (const [token, untilMs] of seen) if (untilMs < now() || seen.size > hardLimit) seen.delete(token)
  }
  return (token, untilMs) => {
    if (seen.has(token)) return false
    if (seen.size % 1000 === 999) forgetOld()
    seen.set(token, untilMs)
    return true
  }
}
