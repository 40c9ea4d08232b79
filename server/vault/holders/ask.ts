import { readFileSync } from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { urlToHttpOptions } from 'node:url'
import { z } from 'zod'
import { isLoopback } from '../../../shared/server-address.ts'
import { modernTls } from '../../../shared/tls.ts'
import { KeyError } from '../key-encryption-key.ts'

/** A service that holds keys. */
export type HolderAddress = { readonly origin: URL; readonly caFile: string | undefined }

export type KeyRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `body` is what its JSON says, an empty object where it is none. */
export type KeyAnswer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

/** Milliseconds for a question with all its repetitions: a rotation that waits for it is to be answered within seconds. */
const longest = 4_000
const mostTries = 3
const longestBody = 256 * 1024

/** Throws an `Error` where the address is none that a key may be asked for at. */
export function addressOf(address: string, caFile: string | undefined): HolderAddress {
  const origin = URL.parse(address)
  if (!origin || !['https:', 'http:'].includes(origin.protocol)) throw new Error(`${address} is not an https: address.`)
  if (origin.username || origin.password) throw new Error('An address has no user and no password.')
  if (origin.protocol === 'http:' && !isLoopback(origin.hostname))
    throw new Error(`${origin.origin} would be asked without TLS; use https:.`)
  return { origin, caFile }
}

/**
 * Asks a service, again where it is busy or hangs up. The request is made for each try, since its signature may have a date.
 * Rejects with a `KeyError` where there is no answer, or only that it cannot work now.
 */
export async function askHolder(holder: HolderAddress, requestNow: () => KeyRequest): Promise<KeyAnswer> {
  const signal = AbortSignal.timeout(longest)
  for (let tries = 1; ; tries += 1) {
    const answer = await askOnce(holder, requestNow(), signal)
    const isBusy = answer instanceof KeyError || answer.status === 429 || answer.status >= 500
    if (!isBusy) return answer
    if (tries === mostTries || signal.aborted) throw faultOf(holder, answer)
    await sleep(150 * 2 ** tries)
  }
}

function faultOf({ origin }: HolderAddress, answer: KeyAnswer | KeyError): KeyError {
  if (answer instanceof KeyError) return answer
  if (answer.status === 429) return new KeyError('throttled', `${origin.host} takes no more requests for now`)
  return new KeyError('unreachable', `${origin.host} cannot answer now (HTTP ${answer.status})`)
}

async function askOnce(holder: HolderAddress, request: KeyRequest, signal: AbortSignal): Promise<KeyAnswer | KeyError> {
  try {
    return await exchange(holder, request, signal)
  } catch (error) {
    const { code = 'timeout' } = (signal.aborted ? {} : error) as { code?: string }
    return new KeyError('unreachable', `${holder.origin.host} does not answer (${code})`)
  }
}

async function exchange(
  { origin, caFile }: HolderAddress,
  request: KeyRequest,
  signal: AbortSignal,
): Promise<KeyAnswer> {
  const { method, path, headers, body } = request
  const sent = (origin.protocol === 'https:' ? https : http).request({
    ...urlToHttpOptions(origin),
    ...modernTls,
    ...(caFile !== undefined && { ca: readFileSync(caFile) }),
    rejectUnauthorized: true,
    method,
    path,
    headers: { ...headers, 'content-length': `${Buffer.byteLength(body)}`, accept: 'application/json' },
    signal,
  })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject).end(body)
  })
  return { status: response.statusCode ?? 0, headers: response.headers, body: await readJson(response) }
}

/** An answer that says something else than is documented is no answer, and says nothing of what is stored. */
export function understood<Schema extends z.core.$ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  throw new KeyError('unreachable', 'the holder of the key gave an answer that cannot be understood')
}

async function readJson(response: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length > longestBody) throw Object.assign(new Error('too long'), { code: 'oversized-body' })
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
