import type { Provider } from './provider.ts'

/** The origin to ask, or why none is asked. */
export type Origin =
  | { readonly origin: string }
  | { readonly cause: 'bad-base-url' | 'insecure-base-url' | 'no-simulator' }

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/** Whether nothing but the origin, or the origin and the provider's own path prefix, is given: the rest would be signed. */
const isBare = (url: URL, pathPrefix: string): boolean =>
  ['', pathPrefix].includes(url.pathname.replace(/\/$/, '')) &&
  !url.search &&
  !url.hash &&
  !url.username &&
  !url.password

/** Reads a custodian's base URL; plain http is for loopback addresses only, since the requests carry credentials. */
export const originOf = (baseUrl: string, { pathPrefix }: Pick<Provider, 'pathPrefix'>): Origin => {
  const url = URL.parse(baseUrl)
  if (url?.protocol === 'simulator:') return { cause: 'no-simulator' }
  if (!url || !/^https?:$/.test(url.protocol) || !isBare(url, pathPrefix)) return { cause: 'bad-base-url' }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { cause: 'insecure-base-url' }
  return { origin: url.origin }
}
