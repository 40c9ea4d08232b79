import { getTRPCErrorShape } from '@trpc/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { envelope } from '../../../shared/envelope.ts'
import { type Failure, statusOf } from '../../../shared/failure.ts'
import { err } from '../../../shared/result.ts'
import { router } from '../../../shared/router.ts'
import { FailureError } from '../../../shared/trpc-failure.ts'
import { helpLink } from './links.ts'
import { contentTypes, numberFormOf } from './number-form.ts'

/** A failure that a hook or a parser throws, because only what is thrown stops the request there. */
export class RequestRefusal extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

const isTrpc = (request: FastifyRequest) => request.url.startsWith('/trpc/')

function trpcBody(failure: Failure, request: FastifyRequest) {
  const error = getTRPCErrorShape({
    config: router._def._config,
    error: new FailureError(failure),
    type: 'unknown',
    path: undefined,
    input: undefined,
    ctx: undefined,
  })
  return { error: { ...error, data: { ...error.data, failure: { ...error.data.failure, requestId: request.id } } } }
}

/** The headers of a failure, through either transport. */
export function addFailureHeaders(reply: FastifyReply, { retryAfterSeconds, rotationId }: Failure): void {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  if (rotationId) reply.header('rotation-id', rotationId)
}

/** Answers a failure in the shape of the transport it came through. */
export const replyFailure = (request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply =>
  sendFailure(request, reply, {
    failure,
    body: JSON.stringify(isTrpc(request) ? trpcBody(failure, request) : envelope(err(failure))),
  })

/** A failure and the bytes of its answer. */
type EncodedFailure = { readonly failure: Failure; readonly body: string | Buffer }

export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  { failure, body }: EncodedFailure,
): FastifyReply {
  request.failureCode = failure.code
  addFailureHeaders(reply, failure)
  if (statusOf(failure) === 401) reply.header('www-authenticate', 'Bearer')
  if (!isTrpc(request)) reply.header('vary', 'accept')
  return reply
    .removeHeader('connection') // Fastify would hang up on a caller who is still sending and has not read the answer
    .code(statusOf(failure))
    .headers({ link: helpLink(failure.code), 'cache-control': 'no-store' })
    .type(isTrpc(request) ? 'application/json' : contentTypes[numberFormOf(request.headers.accept)])
    .send(body)
}
