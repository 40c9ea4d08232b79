import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperationName } from '../../../shared/operations.ts'
import { type ContentEncoding, negotiate } from './content-encoding.ts'
import type { ReplayableStream } from './replayable-stream.ts'
import { type CachedResponse, isCurrent } from './response-cache.ts'

/** How the answers of an operation are sent from the response cache: through one transport, in one number form. */
export type CachedForm = {
  readonly operation: OperationName
  readonly contentType: string
  readonly responseOf: (value: object) => CachedResponse
  /** Headers that a 304 has too. */
  readonly headersOf: (response: CachedResponse) => Readonly<Record<string, string>>
  /** Whether If-None-Match is honored. */
  readonly hasEtag: boolean
}

/** What is sent of a cached response: the bytes in a content encoding (null: none), or that they are not modified. */
export type Sent = ContentEncoding | 'not-modified' | null

/** Chooses by the headers of a request. */
export function choose(form: CachedForm, { etag }: CachedResponse, headers: IncomingHttpHeaders): Sent {
  return form.hasEtag && isCurrent(headers['if-none-match'], etag)
    ? 'not-modified'
    : negotiate(headers['accept-encoding'])
}

/** The headers of a cached response, without those of every answer and its length. */
export const sentHeaders = (form: CachedForm, response: CachedResponse, sent: Sent): Record<string, string> => ({
  ...form.headersOf(response),
  ...(sent !== 'not-modified' && { 'content-type': form.contentType }),
  ...(sent !== 'not-modified' && sent !== null && { 'content-encoding': sent }),
})

type Cached = { readonly form: CachedForm; readonly value: object }

/** Answers with a cached response. */
export function sendCached({ headers }: FastifyRequest, reply: FastifyReply, { form, value }: Cached): unknown {
  const response = form.responseOf(value)
  const sent = choose(form, response, headers)
  reply.headers(sentHeaders(form, response, sent))
  if (sent === 'not-modified') return reply.code(304).send()
  const body = response.bytes(sent)
  if (Buffer.isBuffer(body)) return reply.send(body)
  return body instanceof Promise ? body.then((whole) => reply.send(whole)) : sendStream(reply, body)
}

function sendStream(reply: FastifyReply, { size, stream }: ReplayableStream): unknown {
  const length = size()
  if (length !== null) reply.header('content-length', length)
  return reply.send(stream())
}
