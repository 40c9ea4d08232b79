import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import underPressure from '@fastify/under-pressure'
import Fastify, {
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyServerOptions,
} from 'fastify'
import type { Logger } from 'pino'
import { type Failure, failureOfCode, statusOf } from '../../../shared/failure.ts'
import { modernTls } from '../../../shared/tls.ts'
import { toFailure } from '../../context/failure-of.ts'
import type { FastPath } from '../../context/parts.ts'
import { type AddressRange, isInRanges } from '../../text/address-ranges.ts'
import { addJsonParser, readJson } from '../request/json-body.ts'
import { type Limits, largestBody, largestHeaders } from '../request/limits.ts'
import { RequestRefusal, replyFailure } from '../response/failure-reply.ts'
import { createBrokenRequests } from './broken-request.ts'
import { commonHeaders } from './common-headers.ts'
import { createFastPath, type FastPathParts } from './fast-path.ts'
import { gateFault, longestUrl, type Origins, pathIn } from './gate.ts'
import { createRequestLog, followedOf, type RequestLog } from './request-log.ts'
import type { RequestMeter } from './request-meter.ts'
import { dropSlowReaders } from './slow-readers.ts'

/** Handles a request within something, such as a span; `handle` must be called at once. */
export type EnterRequest = (request: IncomingMessage, response: ServerResponse, handle: () => void) => void

export type ListenerOptions = {
  readonly log: Logger
  /** Whether every request gets its line in the log. */
  readonly accessLog: boolean
  /** Host names this server answers for, without port. */
  readonly allowedHosts: ReadonlySet<string>
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null
  /** Takes the caller's address from what the one proxy in front wrote into X-Forwarded-For. */
  readonly behindProxy: boolean
  /** Callers that are that proxy; null is every caller. */
  readonly proxyAddresses: readonly AddressRange[] | null
  readonly limits: Limits
  /** Counts all requests; null where no metrics are served. */
  readonly meter: RequestMeter | null
  /** What each request is handled within; null is nothing. */
  readonly enterRequest: EnterRequest | null
  readonly fastPath: FastPathParts & { readonly wrap: (fastPath: FastPath) => FastPath }
}

/** IDs that are unique across restarts and cheap to make: a random part of this process, and a count. */
function createRequestIds(): () => string {
  const thisProcess = randomBytes(9).toString('base64url')
  let requests = 0
  return () => `${thisProcess}-${(requests++).toString(36)}`
}

const msBetweenSweeps = 50

/** A connection whose answer was in flight when a stop began is kept alive by its client and would hold up the stop. */
function closeIdleConnectionsWhenStopping(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), msBetweenSweeps)
    app.server.once('close', () => clearInterval(timer))
  })
}

/** An HTTP server whose every answer, also to what is hardly HTTP, is the contract's. */
export async function createListener(options: ListenerOptions): Promise<FastifyInstance> {
  const { log, limits, meter } = options
  const nextRequestId = createRequestIds()
  const requestLog = createRequestLog(log, { all: options.accessLog, meter })
  const broken = createBrokenRequests({ nextRequestId, log, requestLog })
  const app = Fastify({
    ...serverOptionsOf(options),
    ...optionsOf(options, requestLog),
    genReqId: nextRequestId,
    clientErrorHandler: broken.answer,
  }) as unknown as FastifyInstance
  const uses = { ...options, ...options.fastPath, nextRequestId, requestLog, isPaused: pauseOf(app) }
  const { enterRequest } = options
  putInFront(app, { fastPath: options.fastPath.wrap(createFastPath(uses)), arrived: broken.arrived, enterRequest })
  broken.watch(app.server)
  dropSlowReaders(app.server, { ...limits, log })
  app.decorateRequest('failureCode', null)
  app.decorateRequest('refusedToken', null)
  app.addHook('onClose', async () => requestLog.flush())
  addGate(app, originsOf(options), requestLog)
  addJsonParser(app, (text) => readJson(text, 'body'))
  addFailures(app, log)
  closeIdleConnectionsWhenStopping(app)
  await app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelay,
    sampleInterval: limits.pressureInterval,
    pressureHandler: (request, reply, pressure) => {
      log.warn({ requestId: request.id, pressure }, 'a request was refused: the server is overloaded')
      const retryAfterSeconds = Math.ceil(limits.pressureInterval / 1000)
      replyFailure(request, reply, failureOfCode('NotReady', { retryAfterSeconds }))
    },
  })
  return app
}

/** Whether the fast path leaves everything to the framework, which refuses requests or ends connections. */
function pauseOf(app: FastifyInstance): () => boolean {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  return () => isStopping || app.isUnderPressure()
}

type InFront = Pick<ListenerOptions, 'enterRequest'> & {
  readonly fastPath: FastPath
  readonly arrived: RequestListener
}

/** Lets the fast path see each request before the framework does. */
function putInFront({ server }: FastifyInstance, { fastPath, arrived, enterRequest }: InFront) {
  const [framework, ...others] = server.listeners('request') as RequestListener[]
  if (!framework || others.length > 0) throw new Error('the server has not one listener, that of the framework')
  server.removeAllListeners('request')
  const handle: RequestListener = (request, response) => {
    arrived(request, response)
    const answered = fastPath(request, response)
    if (answered === false) framework(request, response)
    else if (answered !== true) void answered.then((isAnswered) => isAnswered || framework(request, response))
  }
  server.on(
    'request',
    enterRequest ? (request, response) => enterRequest(request, response, () => handle(request, response)) : handle,
  )
}

function serverOptionsOf({ tls, limits }: ListenerOptions): FastifyHttpOptions<Server> {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = limits
  const http = {
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval,
    maxHeaderSize: largestHeaders,
    requireHostHeader: false,
  }
  return (tls ? { https: { ...http, ...tls, ...modernTls } } : { http }) as FastifyHttpOptions<Server>
}

/** Bodies are checked against the contract. Fastify's own compilers of schemas would cost each start their loading. */
const refuseSchema = (): never => {
  throw new Error('a route has a schema of its own')
}
export const withoutSchemas = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

/** No logger: with one, Fastify makes each request a child of it and two listeners, whether or not it has a word to say. */
function optionsOf(
  { behindProxy, proxyAddresses, limits }: ListenerOptions,
  requestLog: RequestLog,
): FastifyServerOptions {
  const isTheProxy = (address: string, hop: number) =>
    hop === 0 && (proxyAddresses === null || isInRanges(proxyAddresses, address))
  return {
    trustProxy: behindProxy && isTheProxy,
    requestIdHeader: false,
    rewriteUrl: ({ url = '' }) => pathIn(url),
    bodyLimit: largestBody,
    requestTimeout: limits.requestTimeout,
    connectionTimeout: limits.connectionTimeout,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: longestUrl },
    schemaController: { compilersFactory: withoutSchemas },
    frameworkErrors: (error, request, reply) => {
      requestLog.follow(request, followedOf(request, reply))
      reply.headers(commonHeaders(request.id, request.raw.socket))
      replyFailure(request, reply, failureOfFramework(error))
    },
  }
}

/** An https target over a connection without TLS is another's, unless the proxy in front ended TLS (RFC 9110, 7.4). */
function originsOf({ allowedHosts, tls, behindProxy }: ListenerOptions): Origins {
  return { hosts: allowedHosts, schemes: new Set([...(tls ? [] : ['http']), ...(tls || behindProxy ? ['https'] : [])]) }
}

function addGate(app: FastifyInstance, origins: Origins, requestLog: RequestLog): void {
  app.addHook('onRequest', (request, reply, done) => {
    requestLog.follow(request, followedOf(request, reply))
    reply.headers(commonHeaders(request.id, request.raw.socket))
    const fault = gateFault(request.raw, origins)
    if (fault) done(new RequestRefusal(fault))
    else done()
  })
}

const failureCodeOf: Readonly<Record<string, Failure['code']>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PayloadTooLarge',
  FST_ERR_BAD_URL: 'BadRequest',
  FST_ERR_MAX_PARAM_LENGTH: 'UriTooLong',
}

function failureOfFramework(error: Partial<FastifyError>): Failure {
  if (error instanceof RequestRefusal) return error.failure
  const code = failureCodeOf[error.code ?? '']
  if (code) return failureOfCode(code)
  const isCallers = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return isCallers ? failureOfCode('BadRequest') : toFailure(error)
}

function addFailures(app: FastifyInstance, log: Logger): void {
  app.setNotFoundHandler((request, reply) => replyFailure(request, reply, failureOfCode('NotFound')))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = failureOfFramework(error)
    if (statusOf(failure) >= 500) log.error({ err: error, requestId: request.id }, 'a request failed')
    return replyFailure(request, reply, failure)
  })
}
