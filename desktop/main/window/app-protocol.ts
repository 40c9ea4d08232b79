import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

/** The page needs nothing but its own files: data comes over the bridge. */
export const contentSecurity = (styleNonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const appScheme = 'app'
export const appOrigin = `${appScheme}://console`
export const appPage = `${appOrigin}/index.html`

const typeOf: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

const nothing = () => new Response(null, { status: 404 })

/** Serves `app://console/…` from the folder of the renderer, and nothing else. */
export const createAppProtocol =
  (folder: string) =>
  async ({ method, url }: Pick<Request, 'method' | 'url'>): Promise<Response> => {
    const file = fileOf(folder, url)
    const type = file && typeOf[extname(file)]
    if (method !== 'GET' || !type) return nothing()
    try {
      return reply(await readFile(file), type)
    } catch {
      return nothing()
    }
  }

function fileOf(folder: string, url: string): string | null {
  const { protocol, host, pathname } = new URL(url)
  if (`${protocol}//${host}` !== appOrigin) return null
  try {
    const file = normalize(join(folder, decodeURIComponent(pathname)))
    return file.startsWith(folder + sep) ? file : null
  } catch {
    return null
  }
}

function reply(bytes: Buffer, type: string): Response {
  const nonce = randomBytes(16).toString('base64url')
  const body = type.startsWith('text/html')
    ? bytes.toString('utf8').replace('__STYLE_NONCE__', nonce)
    : new Uint8Array(bytes)
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-security-policy': contentSecurity(nonce),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  })
}
