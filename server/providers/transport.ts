import { Client, type Dispatcher } from 'undici'
import { causeOf } from './network-cause.ts'
import type { Answer, SignedRequest } from './provider.ts'

export type Limits = {
  /** TCP and TLS handshake. */
  readonly connectMs: number
  /** The whole probe, from the first byte asked to the last byte read. */
  readonly totalMs: number
  readonly bodyBytes: number
}

export const defaultLimits: Limits = { connectMs: 3_000, totalMs: 10_000, bodyBytes: 1024 * 1024 }

/** What came back, or why nothing usable did; `cause` is one of our own words. */
type Exchange = Omit<Answer, 'clockAheadSeconds'> | { readonly cause: string }

export type Connection = AsyncDisposable & {
  /** Sends one request, once, and reads the whole answer; never throws. Redirects come back as they are, unread. */
  readonly send: (request: SignedRequest, signal: AbortSignal) => Promise<Exchange>
}

const singleValued = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))

const readText = async (body: AsyncIterable<Buffer>, limit: number): Promise<string | null> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) return null
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

const read = async (response: Dispatcher.ResponseData, limit: number): Promise<Exchange> => {
  const head = { status: response.statusCode, headers: singleValued(response.headers) }
  if (head.status >= 300 && head.status < 400) return { ...head, body: '' }
  // None was asked for; an encoded body is never unpacked, so no bomb goes off.
  if ((head.headers['content-encoding'] ?? 'identity') !== 'identity') return { cause: 'encoded-body' }
  const body = await readText(response.body, limit)
  return body === null ? { cause: 'oversized-body' } : { ...head, body }
}

/**
 * Opens a connection of its own to one origin, so that a provider that hangs holds up nobody else and nothing stays open
 * afterwards. Dispose of it when the probe is over.
 */
export const openConnection = (origin: string, limits: Limits): Connection => {
  const client = new Client(origin, {
    connect: { timeout: limits.connectMs, rejectUnauthorized: true },
    allowH2: false,
    pipelining: 1,
  })
  return {
    send: async (request, signal) => {
      try {
        const headers = {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'strongroom',
          ...request.headers,
        }
        const response = await client.request({ method: request.method, path: request.path, headers, signal })
        response.body.on('error', () => {}) // what is left unread when the connection is dropped
        return await read(response, limits.bodyBytes)
      } catch (error) {
        return { cause: causeOf(error) }
      }
    },
    [Symbol.asyncDispose]: async () => client.destroy(),
  }
}
