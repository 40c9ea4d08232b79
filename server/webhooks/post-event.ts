import { type LookupAddress, lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Secret } from '../../shared/secret.ts'
import { modernTls } from '../../shared/tls.ts'
import type { TrustedAuthorities } from '../platform/authorities.ts'
import { serverVersion } from '../platform/version.ts'
import { networkCauseOf } from '../providers/network-cause.ts'
import { type AddressRange, isInRanges, isPublicAddress } from '../text/address-ranges.ts'
import { retryAfterSeconds } from '../text/retry-after.ts'

/** One attempt to send an event. */
export type Post = {
  readonly url: string
  readonly eventId: string
  /** As it is sent and signed. */
  readonly payload: string
  readonly at: Date
  /** Each of them signs. */
  readonly secrets: readonly Secret[]
  readonly signal: AbortSignal
}

type Answered = {
  readonly status: number
  /** Seconds that the receiver asks to wait; null where it does not. */
  readonly waitSeconds: number | null
}

/** The answer, or why there was none. */
export type PostResult =
  | (Answered & { readonly error: null })
  | { readonly status: null; readonly waitSeconds: null; readonly error: string }

export type PostSettings = { readonly allowedRanges: readonly AddressRange[]; readonly authorities: TrustedAuthorities }

const refusedAddress = 'private-address'

const isAllowed = (address: string, { allowedRanges }: PostSettings): boolean =>
  isPublicAddress(address) || isInRanges(allowedRanges, address)

/** Resolves a name to what may be connected to, and to nothing else: the connection goes to an address that was judged. */
const guardedLookup =
  (settings: PostSettings): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: readonly LookupAddress[]) => {
      if (error) return callback(error, '')
      const [first, ...others] = found.filter(({ address }) => isAllowed(address, settings))
      if (!first) return callback(Object.assign(new Error(refusedAddress), { code: refusedAddress }), '')
      if (options.all) return callback(null, [first, ...others])
      callback(null, first.address, first.family)
    })
  }

/** Headers of the Standard Webhooks specification. */
function headersOf({ eventId, payload, at, secrets }: Post): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret.reveal()).sign(eventId, at, payload))
  return {
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(payload)}`,
    'user-agent': `strongroom/${serverVersion}`,
    'webhook-id': eventId,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`,
    'webhook-signature': signatures.join(' '),
  }
}

/** Bytes of an answer that are read, and thrown away; the connection of one that has more is closed. */
const mostRead = 64 * 1024

function discard(response: IncomingMessage): void {
  let read = 0
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > mostRead) response.destroy()
  })
}

const unanswered = (error: string): PostResult => ({ status: null, waitSeconds: null, error })

/** Sends an event once, over a connection of its own. Redirects are not followed. Never throws for what the receiver does. */
export async function postEvent(post: Post, settings: PostSettings): Promise<PostResult> {
  const url = new URL(post.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // No lookup is made for an address.
  if (isIP(host) && !isAllowed(host, settings)) return unanswered(refusedAddress)
  try {
    return { ...(await send(url, post, settings)), error: null }
  } catch (error) {
    const isRefused = (error as NodeJS.ErrnoException).code === refusedAddress
    return unanswered(isRefused ? refusedAddress : networkCauseOf(post.signal.aborted ? post.signal.reason : error))
  }
}

function send(url: URL, post: Post, settings: PostSettings): Promise<Answered> {
  const isHttps = url.protocol === 'https:'
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const request = (isHttps ? https : http).request(url, {
    method: 'POST',
    agent: false,
    headers: headersOf(post),
    lookup: guardedLookup(settings),
    signal: post.signal,
    ...(isHttps && { ...modernTls, rejectUnauthorized: true, ca: settings.authorities() }),
  })
  request.on('error', reject)
  // No error is emitted where the receiver changes the protocol unasked.
  request.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
  request.on('response', (response) => {
    discard(response)
    resolve({ status: response.statusCode ?? 0, waitSeconds: retryAfterSeconds(response.headers) })
  })
  request.end(post.payload)
  return promise
}
