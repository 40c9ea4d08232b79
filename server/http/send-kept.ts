import type { FastifyReply, FastifyRequest } from 'fastify'
import { type KeptAnswer, negotiate } from './kept-answer.ts'

/** Sends kept bytes in the best encoding that the request allows. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { bytes }: KeptAnswer): unknown {
  const encoding = negotiate(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.header('vary', 'accept-encoding').type('application/json')
  const body = bytes(encoding)
  return body instanceof Promise ? body.then((made) => reply.send(made)) : reply.send(body)
}
