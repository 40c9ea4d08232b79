import { hash } from 'node:crypto'
import type { Principal } from '../context/principal.ts'
import { BoundedMap } from '../platform/bounded-map.ts'
import type { Clock } from '../platform/clock.ts'
import type { FoundToken } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { type LookedUpToken, type PresentedToken, refusalOf } from './authenticate.ts'

/**
 * Tokens that were looked up, by the SHA-256 of the header they came in, so that none is in memory for longer than its
 * request. All are dropped when any token changes, in any process: a revocation takes effect at the next request.
 */
export type VerifiedTokens = {
  /** Who calls, if the token is kept and still valid from this address; null leaves it to `authenticate`. */
  find(presented: PresentedToken): Principal | null
  /** Keeps a token that was accepted; returns the principal that `find` will return for it. */
  keep(authorization: string, lookedUp: LookedUpToken): Principal
}

const mostTokens = 1_000

const keyOf = (authorization: string) => hash('sha256', authorization, 'binary')

type Uses = { readonly store: Pick<Store, 'tokensVersion'>; readonly clock: Clock }

export function createVerifiedTokens({ store, clock }: Uses): VerifiedTokens {
  const tokens = new BoundedMap<string, FoundToken>(mostTokens)
  let version: bigint | null = null

  function dropUnless(current: bigint): void {
    if (version !== current) tokens.clear()
    version = current
  }

  return {
    find: ({ authorization, address }) => {
      dropUnless(store.tokensVersion())
      const token = authorization && tokens.size > 0 ? tokens.get(keyOf(authorization)) : undefined
      return token && !refusalOf(token, { address, now: clock.now() }) ? token : null
    },
    keep: (authorization, { token, tokensVersion }) => {
      // Not the version of now: since the lookup, a store may have read a value for many turns of the event loop.
      dropUnless(tokensVersion)
      const key = keyOf(authorization)
      const kept = tokens.get(key) ?? token
      tokens.set(key, kept)
      return kept
    },
  }
}
