import { readFileSync } from 'node:fs'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { urlToHttpOptions } from 'node:url'
import { modernTls } from '../../../shared/tls.ts'
import { usageError } from '../command-error.ts'

/** A server, and whom to trust to be it. */
export type TrustedServer = {
  /** `https:`, or `http:` on this machine. */
  readonly url: string
  /** PEM file of the one authority to trust instead of the roots of the system. */
  readonly caFile: string | null
}

export type UnsentRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type Response = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Why there is no complete answer. The code is the network's own, such as `ECONNREFUSED`. */
export type NoAnswer = {
  readonly code: string
  /** Whether the request may have reached the server. */
  readonly mayBeSent: boolean
}

export type SendOptions = {
  /** For the whole exchange, in milliseconds. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

const connectMs = 10_000
const longestBody = 64 * 1024 * 1024

const codeOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: string }
  return typeof code === 'string' ? code : (name ?? 'unknown')
}

const failure = (code: string): Error => Object.assign(new Error(code), { code })

function authorityIn(caFile: string): SecureContext {
  const found = readFileSync(caFile, 'latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  if (!found)
    throw usageError(
      `${caFile} has no certificate`,
      'Choose the PEM file of the authority that signed the certificate of the server.',
    )
  return createSecureContext({ ...modernTls, ca: found })
}

const systemRoots = () =>
  createSecureContext({
    ...modernTls,
    ca: [...new Set([...getCACertificates('system'), ...getCACertificates('default')])],
  })

/** Said here so that the environment can neither disable verification nor enable old TLS versions. */
const tlsOf = ({ url, caFile }: TrustedServer) =>
  url.startsWith('https:') && {
    ...modernTls,
    rejectUnauthorized: true,
    secureContext: caFile === null ? systemRoots() : authorityIn(caFile),
  }

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > longestBody) throw failure('oversized')
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

function responseTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    request.once('close', () => reject(failure('ECONNRESET')))
    request.once('response', (response) => {
      response.on('error', () => {})
      request.on('error', (error) => response.destroy(error))
      resolve(response)
    })
  })
}

/** Whether the connection was established, TLS included: before that, nothing can have been sent. */
function watchConnection(request: ClientRequest): () => boolean {
  let isConnected = false
  const timer = setTimeout(() => request.destroy(failure('ETIMEDOUT')), connectMs)
  request.once('close', () => clearTimeout(timer))
  request.once('socket', (socket) =>
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      isConnected = true
      clearTimeout(timer)
    }),
  )
  return () => isConnected
}

/**
 * Sends a request exactly once, on a connection of its own. Redirects are not followed, and a proxy of the environment is
 * not used, since it would see the token.
 */
export async function sendOnce(
  server: TrustedServer,
  { method, path, headers, body }: UnsentRequest,
  { timeoutMs, signal }: SendOptions,
): Promise<Response | NoAnswer> {
  const { request: open } = server.url.startsWith('https:') ? https : http
  const timeout = AbortSignal.timeout(timeoutMs)
  const request = open({
    ...urlToHttpOptions(new URL(server.url)),
    ...tlsOf(server),
    method,
    path,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    agent: false,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  const isConnected = watchConnection(request)
  try {
    const answered = responseTo(request)
    request.end(body)
    const response = await answered
    return { status: response.statusCode ?? 0, headers: response.headers, body: await readText(response) }
  } catch (error) {
    const code = timeout.aborted && !signal?.aborted ? 'TimeoutError' : codeOf(error)
    return { code, mayBeSent: isConnected() }
  }
}
