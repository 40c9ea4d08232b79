import type { TRPCError } from '@trpc/server'
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { ok, type Result } from '../../../shared/result.ts'
import { type Context, router } from '../../../shared/router.ts'
import { FailureError, failureIn } from '../../../shared/trpc-failure.ts'
import type { Perform } from '../../core/perform.ts'
import type { MethodsByUrl } from '../listener/other-methods.ts'
import { noteFailure } from '../listener/request-log.ts'
import { addJsonParser } from '../request/json-body.ts'
import { mostCalls } from '../request/limits.ts'
import { callOf } from '../request/request.ts'
import { addFailureHeaders, RequestRefusal } from '../response/failure-reply.ts'
import { helpLink } from '../response/links.ts'
import type { Recall } from '../response/recall.ts'
import { sendCached } from '../response/send.ts'
import { createBatchBudget } from './trpc-batch.ts'
import { type CachedCall, cachedCallOf, createTrpcCaches, type TrpcCaches } from './trpc-cached.ts'
import { checkTrpcCall, isBatch } from './trpc-call.ts'

const url = '/trpc/:path'
const method = ['GET', 'POST']

export const trpcMethods: MethodsByUrl = new Map([[url, method]])

type Uses = { readonly perform: Perform; readonly recall: Recall; readonly log: Logger }
type Transport = Uses & { readonly caches: TrpcCaches }
type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** Registers tRPC: its own adapter, behind the same strict parser as REST. */
export function addTrpcRoutes(app: FastifyInstance, uses: Uses): void {
  const transport: Transport = { ...uses, caches: createTrpcCaches() }
  addJsonParser(app, ok) // as text: checked below, read by tRPC
  app.route({
    method,
    url,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const checked = checkTrpcCall(request)
      if (!checked.ok) throw new RequestRefusal(checked.error)
      reply.header('cache-control', 'no-store')
      const cachedCall = cachedCallOf(request, transport.caches)
      if (!cachedCall) return answer({ request, reply }, transport)
      const result = await performCall(cachedCall.call, { request, reply }, uses.perform)
      if (!result.ok) return answer({ request, reply }, { ...transport, perform: async () => result })
      const { form } = cachedCall
      const value = result.value as object
      transport.recall.remember(request, form, value)
      return sendCached(request, reply, { form, value })
    },
  })
}

async function answer({ request, reply }: Exchange, transport: Transport): Promise<FastifyReply> {
  // A GET has no body for this to describe, and tRPC would choose by it how to read the call.
  if (request.method === 'GET') delete request.raw.headers['content-type']
  await fastifyRequestHandler({
    router,
    req: request,
    res: reply,
    path: (request.params as { path: string }).path,
    allowMethodOverride: true, // queries that are too long for a URL come as POST
    maxBatchSize: mostCalls,
    createContext: () => contextOf({ request, reply }, transport),
    onError: ({ error, path }) => {
      noteFailure(request, failureIn(error).code)
      if (error instanceof FailureError || failureIn(error).code !== 'UnexpectedError') return
      transport.log.error({ err: error.cause ?? error, operation: path, requestId: request.id }, 'a tRPC call failed')
    },
    responseMeta: ({ errors }) => ({ headers: failureHeadersOf(errors) }),
  })
  return reply
}

function failureHeadersOf(errors: readonly TRPCError[]): Record<string, string> {
  if (errors.length === 0) return {}
  const codes = errors.map((error) => failureIn(error).code)
  return { link: helpLink(...codes), ...(codes.includes('MethodNotAllowed') && { allow: 'POST' }) }
}

function contextOf({ request, reply }: Exchange, { perform }: Transport): Context {
  const inBatch = isBatch(request)
  const bounded = createBatchBudget()
  return {
    requestId: request.id,
    perform: async (name, rawInput) => {
      const performed = await performCall({ name, rawInput }, { request, reply }, perform)
      const result = inBatch ? bounded(name, performed) : performed
      if (result.ok) return result.value as never
      if (!inBatch) addFailureHeaders(reply, result.error)
      throw new FailureError(result.error)
    },
  }
}

async function performCall(
  { name, rawInput }: CachedCall,
  { request, reply }: Exchange,
  perform: Perform,
): Promise<Result<unknown>> {
  const call = callOf(request, reply)
  if (!call.ok) return call
  // A header speaks of the whole request, so it names no rotation of a batch.
  return perform(name, rawInput, isBatch(request) ? { ...call.value, onRotation: () => {} } : call.value)
}
