import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { modernTls } from '../../shared/tls.ts'
import { networkCauseOf } from './network-cause.ts'
import type { Answer, SignedRequest } from './provider.ts'

export type TransportLimits = {
  /** TCP and TLS handshake. */
  readonly connectMs: number
  /** The whole probe, from the first byte asked to the last byte read. */
  readonly totalMs: number
  readonly bodyBytes: number
}

export const defaultTransportLimits: TransportLimits = { connectMs: 3_000, totalMs: 10_000, bodyBytes: 256 * 1024 }

/** The response, or why there was no usable one; `cause` is from a closed set. */
type Exchange = Omit<Answer, 'clockAheadSeconds'> | { readonly cause: string }

export type ProviderConnection = Disposable & {
  /** Sends one request, once, and reads the complete answer; never throws. Redirects are returned unread. */
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
  // None was requested; an encoded body is never decompressed, so no decompression bomb can go off.
  if ((head.headers['content-encoding'] ?? 'identity') !== 'identity') return { cause: 'encoded-body' }
  const body = await readText(response, limit)
  return body === null ? { cause: 'oversized-body' } : { ...head, body }
}

const failure = (code: string): Error => Object.assign(new Error(code), { code })

/** Aborts the request if its connection, TLS included, is not established within `ms`. */
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
    // No error event is emitted if the provider switches to a protocol that was not requested.
    request.once('close', () => reject(failure('ECONNRESET')))
    request.once('response', (response) => {
      response.on('error', () => {}) // emitted for the unread rest when the connection is closed
      request.on('error', (error) => response.destroy(error))
      resolve(response)
    })
    request.end()
  })

const ownHeaders = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'strongroom' }

/**
 * Opens a separate connection to one origin, so that a hanging provider delays no one else and nothing stays open
 * afterwards. Dispose of it after the probe. Uses Node's client, not undici, which treats `100 Continue` as an error
 * (nodejs/undici#197).
 */
export const openConnection = (origin: string, limits: TransportLimits): ProviderConnection => {
  const url = new URL(origin)
  const { Agent, request } = url.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  // Set explicitly so that the environment can neither disable verification nor enable old TLS versions.
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
        return { cause: networkCauseOf(signal.aborted ? signal.reason : error) }
      }
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}
