import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Logger } from 'pino'
import { type Failure, failureOfCode } from '../../shared/failure.ts'
import { failureOf } from '../failure-of.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { Refusal, replyFailure } from './failure-reply.ts'
import { gateFault, longestUrl } from './gate.ts'
import { parseJson } from './json-body.ts'
import { createRequestIds } from './request-id.ts'

export type ListenerOptions = {
  readonly log: Logger
  /** Host names this server answers for, without port. */
  readonly allowedHosts: ReadonlySet<string>
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null
  /** Takes the caller's address from what the one proxy in front wrote into X-Forwarded-For. */
  readonly behindProxy: boolean
}

const largestBody = 64 * 1024
const largestHeaders = 16 * 1024

/** Fastify's and Node's limits, set so that a slow or half-sent request ends by itself. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: largestHeaders,
}

/** An HTTP server whose every answer, also to what is hardly HTTP, is the contract's. */
export async function createListener(options: ListenerOptions): Promise<FastifyInstance> {
  const { allowedHosts, tls } = options
  const server = { ...limits, requireHostHeader: false }
  const app = (tls
    ? Fastify({ ...optionsOf(options), https: { ...server, ...tls } } as FastifyServerOptions)
    : Fastify({ ...optionsOf(options), http: server })) as unknown as FastifyInstance
  addGate(app, allowedHosts)
  addParser(app)
  addFailures(app)
  await app.register(underPressure, {
    maxEventLoopDelay: 2_000,
    pressureHandler: (request, reply) =>
      void replyFailure(request, reply, failureOfCode('NotReady', { retryAfterSeconds: 5 })),
  })
  return app
}

function optionsOf({ log, behindProxy }: ListenerOptions): FastifyServerOptions {
  const nextRequestId = createRequestIds()
  return {
    loggerInstance: log,
    trustProxy: behindProxy && ((_address: string, hop: number) => hop === 0),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextRequestId,
    requestIdHeader: false,
    bodyLimit: largestBody,
    requestTimeout: limits.requestTimeout,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: longestUrl },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, nextRequestId()),
    frameworkErrors: (error, request, reply) => {
      reply.header('request-id', request.id)
      replyFailure(request, reply, failureOfFramework(error))
    },
  }
}

function addGate(app: FastifyInstance, allowedHosts: ReadonlySet<string>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id).header('x-content-type-options', 'nosniff')
    const fault = gateFault(request.raw, allowedHosts)
    if (fault) throw new Refusal(fault)
  })
}

function addParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    const parsed = parseJson(body)
    if (!parsed.ok) throw new Refusal(parsed.failure)
    return parsed.value
  })
}

const failureCodeOf: Readonly<Record<string, Failure['code']>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PayloadTooLarge',
  FST_ERR_BAD_URL: 'BadRequest',
  FST_ERR_MAX_PARAM_LENGTH: 'UriTooLong',
}

function failureOfFramework(error: Partial<FastifyError>): Failure {
  if (error instanceof Refusal) return error.failure
  const code = failureCodeOf[error.code ?? '']
  if (code) return failureOfCode(code)
  const isCallers = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return isCallers ? failureOfCode('BadRequest') : failureOf(error)
}

function addFailures(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => replyFailure(request, reply, failureOfCode('NotFound')))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = failureOfFramework(error)
    if (failure.code === 'UnexpectedError') request.log.error({ err: error }, 'a request failed')
    return replyFailure(request, reply, failure)
  })
}
