import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failureOfCode } from '../../shared/failure.ts'
import type { OperationName } from '../../shared/operations.ts'
import { type Context, router } from '../../shared/router.ts'
import { FailureError } from '../../shared/trpc-failure.ts'
import { failureOf } from '../failure-of.ts'
import type { Perform } from '../perform.ts'
import { Refusal } from './failure-reply.ts'
import { checkJson, decodeText } from './json-body.ts'
import { callOf } from './request.ts'

/** Registers the tRPC door: tRPC's own adapter, behind the same strict parser as REST. */
export function addTrpcRoutes(app: FastifyInstance, perform: Perform): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    strictText(body),
  )
  app.route({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    handler: async (request, reply) => {
      refuseUnreadable(request)
      const { path } = request.params as { path: string }
      await fastifyRequestHandler({
        router,
        req: request,
        res: reply,
        path,
        createContext: () => contextOf(request, reply, perform),
      })
      return reply
    },
  })
}

function strictText(body: Buffer): string {
  const text = decodeText(body)
  if (!text.ok) throw new Refusal(text.failure)
  const checked = checkJson(text.value)
  if (!checked.ok) throw new Refusal(checked.failure)
  return text.value
}

function refuseUnreadable(request: FastifyRequest): void {
  const { path } = request.params as { path: string }
  if (request.method === 'POST' && path.includes(','))
    throw new Refusal(
      failureOfCode('BadRequest', { message: 'Mutations are not batched; send each in a request of its own.' }),
    )
  const input = new URL(request.url, 'http://localhost').searchParams.get('input')
  const checked = input === null ? null : checkJson(input)
  if (checked && !checked.ok) throw new Refusal(checked.failure)
}

function contextOf(request: FastifyRequest, reply: FastifyReply, perform: Perform): Context {
  return {
    requestId: request.id,
    perform: async (name, rawInput) => {
      const call = callOf(request, (rotationId) => reply.header('rotation-id', rotationId))
      const result = call.ok
        ? await performSafely(request, () => perform(name as OperationName, rawInput, call.value))
        : call
      if (!result.ok) throw new FailureError(result.failure)
      return result.value as never
    },
  }
}

/** tRPC would tell the caller what a bug says; the log is where that belongs. */
async function performSafely<Answer>(request: FastifyRequest, work: () => Promise<Answer>) {
  try {
    return await work()
  } catch (error) {
    request.log.error({ err: error }, 'a procedure failed')
    return { ok: false, failure: failureOf(error) } as const
  }
}
