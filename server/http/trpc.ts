import type { TRPCError } from '@trpc/server'
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OperationName } from '../../shared/operations.ts'
import { type Result, succeed } from '../../shared/result.ts'
import { type Context, router } from '../../shared/router.ts'
import { FailureError, failureIn } from '../../shared/trpc-failure.ts'
import type { Perform } from '../perform.ts'
import { addFailureHeaders, Refusal } from './failure-reply.ts'
import { addJsonParser } from './json-body.ts'
import { helpLink } from './links.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { callOf } from './request.ts'
import { sendKept } from './send-kept.ts'
import { checkTrpcCall } from './trpc-call.ts'
import { createTrpcKeepers, keptCallOf } from './trpc-kept.ts'

const url = '/trpc/:path'

/** Registers the tRPC door: tRPC's own adapter, behind the same strict parser as REST. */
export function addTrpcRoutes(app: FastifyInstance, perform: Perform): void {
  const keepers = createTrpcKeepers()
  addJsonParser(app, succeed) // as text: checked below, read by tRPC
  app.route({
    method: ['GET', 'POST'],
    url,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const checked = checkTrpcCall(request)
      if (!checked.ok) throw new Refusal(checked.failure)
      reply.header('cache-control', 'no-store')
      const kept = keptCallOf(request, keepers)
      if (!kept) return answer(request, reply, perform)
      const result = await performCall(kept.call, { request, reply }, perform)
      return result.ok
        ? sendKept(
            request,
            reply.header('vary', 'accept-encoding').type('application/json'),
            kept.keeper(result.value as object),
          )
        : answer(request, reply, async () => result)
    },
  })
  refuseOtherMethods(app, url, ['GET', 'POST'])
}

async function answer(request: FastifyRequest, reply: FastifyReply, perform: Perform): Promise<FastifyReply> {
  await fastifyRequestHandler({
    router,
    req: request,
    res: reply,
    path: (request.params as { path: string }).path,
    createContext: () => contextOf(request, reply, perform),
    responseMeta: ({ errors }) => ({ headers: failureHeadersOf(errors, request) }),
  })
  return reply
}

function failureHeadersOf(errors: readonly TRPCError[], { method }: FastifyRequest): Record<string, string> {
  if (errors.length === 0) return {}
  const codes = errors.map((error) => failureIn(error).code)
  const allow = codes.includes('MethodNotAllowed') && { allow: method === 'GET' ? 'POST' : 'GET' }
  return { link: helpLink(...codes), ...allow }
}

function contextOf(request: FastifyRequest, reply: FastifyReply, perform: Perform): Context {
  return {
    requestId: request.id,
    perform: async (name, rawInput) => {
      const result = await performCall({ name, rawInput }, { request, reply }, perform)
      if (result.ok) return result.value as never
      addFailureHeaders(reply, result.failure)
      throw new FailureError(result.failure)
    },
  }
}

type Call = { readonly name: OperationName; readonly rawInput: unknown }
type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

async function performCall(
  { name, rawInput }: Call,
  { request, reply }: Exchange,
  perform: Perform,
): Promise<Result<unknown>> {
  const call = callOf(request, reply)
  return call.ok ? perform(name, rawInput, call.value) : call
}
