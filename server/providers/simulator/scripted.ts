import type { Mode } from './modes.ts'
import type { ProviderApi, Received, Reply } from './provider-api.ts'

const page = (status: number, { headers }: Received): Reply => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><title>Gateway</title><p>${headers.authorization}</p>`,
})

type Script = (received: Received, options: { readonly redirectTo: string }) => Reply

const common: Readonly<Partial<Record<Mode, Script>>> = {
  '500': () => ({ status: 500, body: { message: 'Internal error', error: 'internal' } }),
  '502-html': (received) => page(502, received),
  html: (received) => page(200, received),
  'malformed-json': () => ({ status: 200, body: '{"accounts":[{"id":"0"' }),
  throttled: () => ({ status: 429, body: { message: 'Too many requests', error: 'too-many-requests' } }),
  'throttled-retry-after': () => ({
    status: 429,
    headers: { 'retry-after': '17' },
    body: { message: 'Too many requests' },
  }),
  'locked-out': () => lockedOut,
  redirect: ({ url }, { redirectTo }) => ({ status: 307, headers: { location: `${redirectTo}${url}` }, body: {} }),
}

/** The answer to a key that failed too often. */
export const lockedOut: Reply = { status: 429, body: { message: 'Temporarily locked', error: 'locked-out' } }

/** The answer of a mode that ignores the signature; undefined for modes that verify it. */
export const scriptOf = (api: ProviderApi, mode: Mode): Script | undefined => api.refusals[mode] ?? common[mode]
