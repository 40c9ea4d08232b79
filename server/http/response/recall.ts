import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { VerifiedTokens } from '../../access/verified-tokens.ts'
import type { Principal } from '../../context/principal.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import type { CachedForm } from './send.ts'

/** The route of a request, as the request log names it. */
export type Route = Pick<FastifyRequest, 'method' | 'params'> & {
  readonly routeOptions: { readonly url?: string | undefined }
}

/** What a request was answered with from the response cache. */
export type Remembered = {
  readonly form: CachedForm
  /** Weak: how long values are kept is for the store to say. */
  readonly value: WeakRef<object>
  /** Whom it was answered to. The principal is another object once any token changed. */
  readonly principals: WeakSet<Principal>
  readonly route: Route
}

/**
 * The requests that the framework answered from the response cache, by target and Accept header. As long as neither the
 * value nor the principal changed, it would answer them in the same way: all else that it looks at is in the key, or is
 * for the fast path to look at.
 */
export type Recall = {
  find(url: string, accept: string | undefined): Remembered | undefined
  /** The caller's address, as the framework found it for the same connection's and the same forwarded addresses. */
  addressOf(request: IncomingMessage): string | undefined
  remember(request: FastifyRequest, form: CachedForm, value: object): void
}

const mostTargets = 1_000
const longestTarget = 1_024
const longestAccept = 256
const mostAccepts = 4
const mostAddresses = 1_000
const longestForwarded = 256

type ByAccept = Map<string | undefined, Remembered>

export function createRecall(tokens: Pick<VerifiedTokens, 'keep'>): Recall {
  const targets = new BoundedMap<string, ByAccept>(mostTargets)
  const addresses = new BoundedMap<string, string>(mostAddresses)

  function add(url: string, accept: string | undefined, remembered: Remembered): void {
    const byAccept: ByAccept = targets.get(url) ?? new BoundedMap(mostAccepts)
    targets.set(url, byAccept.set(accept, remembered))
  }

  return {
    find: (url, accept) => targets.get(url)?.get(accept),
    addressOf: ({ socket, headers }) => {
      const forwarded = headers['x-forwarded-for']
      if (forwarded === undefined) return socket.remoteAddress
      return addresses.get(`${socket.remoteAddress} ${forwarded}`)
    },
    remember: ({ method, originalUrl: url, params, routeOptions, raw, headers, lookedUp, ip }, form, value) => {
      const { accept, authorization } = headers
      if (method !== 'GET' || !authorization || !lookedUp) return
      if (url.length > longestTarget || (accept?.length ?? 0) > longestAccept) return
      const forwarded = headers['x-forwarded-for']?.toString()
      if (forwarded !== undefined && forwarded.length <= longestForwarded)
        addresses.set(`${raw.socket.remoteAddress} ${forwarded}`, ip)
      const known = targets.get(url)?.get(accept)
      const principal = tokens.keep(authorization, lookedUp)
      if (known?.form === form && known.value.deref() === value) return void known.principals.add(principal)
      const route = { method, params, routeOptions: { url: routeOptions.url } }
      add(url, accept, { form, value: new WeakRef(value), principals: new WeakSet([principal]), route })
    },
  }
}
