import { toWebAddress } from '../web-address.ts'
import { readiness } from './ready.ts'

type Handler = (request: Request) => Response | Promise<Response>
export type PageRequest = {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array | null
}
export type ServedResponse = {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

const privileged = new Set<string>()
const handlers = new Map<string, Handler>()

export const protocol = {
  registerSchemesAsPrivileged(schemes: { scheme: string }[]): void {
    if (readiness.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme } of schemes) privileged.add(scheme)
  },
  handle(scheme: string, handler: Handler): void {
    readiness.need('Session can only be received when app is ready')
    if (!privileged.has(scheme))
      throw new Error(`The stand-in host serves only schemes registered as privileged, not ${scheme}.`)
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    handlers.set(scheme, handler)
  },
  unhandle: (scheme: string): void => void handlers.delete(scheme),
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
}

export const protocolCalls = {
  webAddressOf: (url: string) => toWebAddress(url, [...privileged]),
  /** What the app's own handler answers; null where it has none for the scheme. */
  async serve({ url, method, headers, body }: PageRequest): Promise<ServedResponse | null> {
    const handler = handlers.get(new URL(url).protocol.slice(0, -1))
    if (!handler) return null
    const response = await handler(new Request(url, { method, headers, body: body && Buffer.from(body) }))
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    }
  },
}
