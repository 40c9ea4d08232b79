import type { FastifyReply, FastifyRequest } from 'fastify'
import { negotiate } from './content-encoding.ts'
import type { Gathering } from './replayable-stream.ts'
import type { KeptAnswer } from './response-cache.ts'

/** Sends kept bytes in the best encoding that the request allows; `vary` and the type are the caller's to say. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { bytes }: KeptAnswer): unknown {
  const packing = negotiate(request.headers['accept-encoding'])
  if (packing) reply.header('content-encoding', packing)
  const body = bytes(packing)
  if (Buffer.isBuffer(body)) return reply.send(body)
  return body instanceof Promise ? body.then((whole) => reply.send(whole)) : sendGathering(reply, body)
}

function sendGathering(reply: FastifyReply, { size, stream }: Gathering): unknown {
  const length = size()
  if (length !== null) reply.header('content-length', length)
  return reply.send(stream())
}
