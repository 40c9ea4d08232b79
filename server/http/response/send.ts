import type { FastifyReply, FastifyRequest } from 'fastify'
import { negotiate } from './content-encoding.ts'
import type { ReplayableStream } from './replayable-stream.ts'
import type { CachedResponse } from './response-cache.ts'

/** Sends a cached response in the best encoding that the request allows; `vary` and the type are the caller's to say. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, { bytes }: CachedResponse): unknown {
  const encoding = negotiate(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  const body = bytes(encoding)
  if (Buffer.isBuffer(body)) return reply.send(body)
  return body instanceof Promise ? body.then((whole) => reply.send(whole)) : sendStream(reply, body)
}

function sendStream(reply: FastifyReply, { size, stream }: ReplayableStream): unknown {
  const length = size()
  if (length !== null) reply.header('content-length', length)
  return reply.send(stream())
}
