import { isLoopback } from '../../shared/server-address.ts'
import type { Provider } from './provider.ts'

/** The origin to contact, or the reason why none is. */
export type Origin =
  | { readonly origin: string }
  | { readonly cause: 'bad-base-url' | 'insecure-base-url' | 'no-simulator' }

/** Whether the URL is only an origin, or an origin and the provider's path prefix: anything else would be signed. */
const isBare = (url: URL, pathPrefix: string): boolean =>
  ['', pathPrefix].includes(url.pathname.replace(/\/$/, '')) &&
  !url.search &&
  !url.hash &&
  !url.username &&
  !url.password

/** Parses a custodian's base URL; plain http is for loopback addresses only, since requests carry credentials. */
export const originOf = (baseUrl: string, { pathPrefix }: Pick<Provider, 'pathPrefix'>): Origin => {
  const url = URL.parse(baseUrl)
  if (url?.protocol === 'simulator:') return { cause: 'no-simulator' }
  if (!url || !/^https?:$/.test(url.protocol) || !isBare(url, pathPrefix)) return { cause: 'bad-base-url' }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { cause: 'insecure-base-url' }
  return { origin: url.origin }
}
