import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { modernTls } from '../../shared/tls.ts'
import { causeOf } from './network-cause.ts'
import type { Answer, SignedRequest } from './provider.ts'

export type Limits = {
  /** TCP and TLS handshake. */
  readonly connectMs: number
  /** The whole probe, from the first byte asked to the last byte read. */
  readonly totalMs: number
  readonly bodyBytes: number
}

export const defaultLimits: Limits = { connectMs: 3_000, totalMs: 10_000, bodyBytes: 256 * 1024 }

/** What came back, or why nothing usable did; `cause` is one of our own words. */
type Exchange = Omit<Answer, 'clockAheadSeconds'> | { readonly cause: string }

export type Connection = Disposable & {
  /** Sends one request, once, and reads the whole answer; never throws. Redirects come back as they are, unread. */
  readonly send: (request: SignedRequest, signal: AbortSignal) => Promise<Exchange>
}

const singleValued = (headers: IncomingMessage['headers']): Record<string, string> =>
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

const read = async (response: IncomingMessage, limit: number): Promise<Exchange> => {
  const head = { status: response.statusCode ?? 0, headers: singleValued(response.headers) }
  if (head.status >= 300 && head.status < 400) return { ...head, body: '' }
  // None was asked for; an encoded body is never unpacked, so no bomb goes off.
  if ((head.headers['content-encoding'] ?? 'identity') !== 'identity') return { cause: 'encoded-body' }
  const body = await readText(response, limit)
  return body === null ? { cause: 'oversized-body' } : { ...head, body }
}

const failure = (code: string): Error => Object.assign(new Error(code), { code })

/** Gives the request up when its connection, TLS included, is not there within `ms`. */
const limitConnecting = (request: ClientRequest, ms: number): void => {
  const timer = setTimeout(() => request.destroy(failure('ETIMEDOUT')), ms)
  const stop = (): void => clearTimeout(timer)
  request.once('close', stop)
  request.once('socket', (socket) => {
    if (request.reusedSocket) stop()
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', stop)
  })
}

const responseTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.on('error', reject)
    // Without an error when the provider switches to a protocol that was not asked for.
    request.once('close', () => reject(failure('ECONNRESET')))
    request.once('response', (response) => {
      response.on('error', () => {}) // what is left unread when the connection is closed
      request.on('error', (error) => response.destroy(error))
      resolve(response)
    })
    request.end()
  })

const ownHeaders = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'strongroom' }

/**
 * Opens a connection of its own to one origin, so that a provider that hangs holds up nobody else and nothing stays open
 * afterwards. Dispose of it when the probe is over. Node's own client and not undici, which takes `100 Continue` for an
 * error (nodejs/undici#197).
 */
export const openConnection = (origin: string, limits: Limits): Connection => {
  const url = new URL(origin)
  const { Agent, request } = url.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  // Set here so that the environment can neither switch the verification off nor bring old versions of TLS back.
  const target: RequestOptions & https.RequestOptions = {
    ...urlToHttpOptions(url),
    ...modernTls,
    agent,
    rejectUnauthorized: true,
  }
  return {
    send: async ({ method, path, headers }, signal) => {
      try {
        const sent = request({ ...target, method, path, headers: { ...ownHeaders, ...headers }, signal })
        limitConnecting(sent, limits.connectMs)
        return await read(await responseTo(sent), limits.bodyBytes)
      } catch (error) {
        return { cause: causeOf(signal.aborted ? signal.reason : error) }
      }
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}
