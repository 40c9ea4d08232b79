import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { FailureCode } from '../../../shared/failure.ts'
import { operations } from '../../../shared/operations.ts'
import type { Principal } from '../../context/principal.ts'
import { plainAddress } from '../../text/address-ranges.ts'
import type { Route } from '../response/recall.ts'
import { createRefusalThinning } from './refusal-thinning.ts'
import { operationOf, type RequestMeter } from './request-meter.ts'

declare module 'fastify' {
  interface FastifyRequest {
    failureCode: FailureCode | null
    /** The token that was refused, where it is known. */
    refusedToken: Pick<Principal, 'tokenId' | 'name'> | null
  }
}

/** The answer to a request that was given without Fastify. */
export type GivenByHand = {
  readonly requestId: string
  readonly method: string | null
  readonly status: number
  readonly code: FailureCode
  readonly bytes: number
}

/** What the line of a request names, as known at its end. */
export type LoggedRequest = Pick<FastifyRequest, 'id' | 'principal' | 'refusedToken' | 'failureCode' | 'refusedRoute'> &
  Route

type RequestLogOptions = {
  /** Whether every request has a line; false where only refused callers and errors are wanted. */
  readonly all: boolean
  readonly meter: RequestMeter | null
}

/** The address is read at the start: a connection that is gone has none. */
export type Followed = {
  readonly response: ServerResponse
  readonly socket: Socket
  readonly address: string | undefined
  /** By `performance.now()`. */
  readonly from: number
}

export const followedOf = ({ ip, raw }: FastifyRequest, { raw: response }: FastifyReply): Followed => ({
  response,
  socket: raw.socket,
  address: ip,
  from: performance.now(),
})

/**
 * One line of JSON for every request: never a value of its path or query, a header or a body. Refused requests of one address
 * have ten lines a minute, and then one with the number of the others.
 */
export type RequestLog = {
  /** Whether every request has a line; else those that are answered without a failure have none. */
  readonly followsAll: boolean
  /** From now on the request is followed; its line is written when its answer is sent or its connection is gone. */
  readonly follow: (request: LoggedRequest, followed: Followed) => void
  /** A request that Node's parser gave up on; `response` where it had begun to be answered. */
  readonly answeredByHand: (given: GivenByHand, socket: Socket, response?: ServerResponse) => void
  /** Writes what is counted and not written yet. */
  readonly flush: () => void
}

const { info, warn, error } = pino.levels.values as Record<'info' | 'warn' | 'error', number>

/** Writes past pino, which would cost more than the line. */
export function createRequestLog(log: Logger, { all, meter }: RequestLogOptions): RequestLog {
  const output = (log as unknown as { [pino.symbols.streamSym]: DestinationStream })[pino.symbols.streamSym]
  const least = Math.max(log.levelVal, all ? info : warn)
  const byHand = new WeakMap<ServerResponse, GivenByHand>()
  const thinning = createRefusalThinning(({ address, tokenId, codes }) =>
    output.write(
      `{"level":${warn},"time":${Date.now()},"tokenId":${tokenId},"address":"${address}","codes":${JSON.stringify(codes)}` +
        `,"msg":"more requests were refused"}\n`,
    ),
  )

  function end(request: LoggedRequest, { response, socket, address, from }: Followed): void {
    const given = byHand.get(response)
    const status = given?.status ?? (response.headersSent ? response.statusCode : 0)
    // What the framework itself refuses has neither.
    const token = request.principal ?? request.refusedToken ?? null
    const code = given?.code ?? request.failureCode
    const seconds = (performance.now() - from) / 1_000
    meter?.count({ operation: operationOf(request), status, seconds })
    if (code) meter?.countFailure(code)
    const level = levelOf(status, code)
    if (level < least) return
    const refused = level === warn && code ? { address, tokenId: token?.tokenId ?? null, code } : null
    if (refused && !thinning.admits(refused)) return
    output.write(
      `{"level":${level},"time":${Date.now()},"requestId":"${given?.requestId ?? request.id}",${targetOf(request)}` +
        `,"status":${status || null},"ms":${Math.round(seconds * 10_000) / 10}` +
        `,"token":${token && quote(token.name)},"tokenId":${token?.tokenId ?? null},"address":${addressText(address)}` +
        `,"bytes":${bytesSince(socket)}${codeText(code)}` +
        `${response.writableFinished || given ? '' : ',"aborted":true'},"msg":"request"}\n`,
    )
  }

  return {
    flush: thinning.flush,
    followsAll: least <= info,
    follow: (request, followed) => void followed.response.on('close', () => end(request, followed)),
    answeredByHand: (given, socket, response) => {
      if (response && !response.closed) return void byHand.set(response, given)
      meter?.count({ operation: 'other', status: given.status, seconds: 0 })
      meter?.countFailure(given.code)
      const level = levelOf(given.status, given.code)
      if (level < least) return
      output.write(
        `{"level":${level},"time":${Date.now()},"requestId":"${given.requestId}","method":${given.method && quote(given.method)},"route":null` +
          `,"status":${given.status},"ms":null,"token":null,"tokenId":null,"address":${addressText(socket.remoteAddress)}` +
          `,"bytes":${given.bytes}${codeText(given.code)},"msg":"request"}\n`,
      )
    },
  }
}

const refusals: ReadonlySet<FailureCode | null> = new Set(['Unauthenticated', 'Forbidden', 'TooManyRequests'])

/** A batch with a refused call has another status; one whose caller went away before it was answered has 0. */
function levelOf(status: number, code: FailureCode | null): number {
  if (status >= 500) return error
  return refusals.has(code) ? warn : info
}

/** Notes why a request failed. Of a batch with several failures, a refusal is what the log should show. */
export function noteFailure(request: FastifyRequest, code: FailureCode): void {
  if (request.failureCode === null || (refusals.has(code) && !refusals.has(request.failureCode)))
    request.failureCode = code
}

const codeText = (code: FailureCode | null) => (code === null ? '' : `,"code":"${code}"`)

/** Texts that occur again and again, made once. Emptied before strangers can fill the memory with it. */
function remember(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    if (made.size >= 1_000) made.clear()
    const fresh = make(text)
    made.set(text, fresh)
    return fresh
  }
}

/** As JSON of printable ASCII alone: a name must not break a line, move a terminal's cursor or reorder what is read. */
const quote = remember((text) =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
)

const plainAddressText = remember((address) => JSON.stringify(plainAddress(address)))

const addressText = (address: string | undefined) => (address === undefined ? 'null' : plainAddressText(address))

const pattern = remember((url) => quote(url.replace(/:(\w+)/g, '{$1}')))

const procedures = remember((path) =>
  quote(path.split(',').every((name) => Object.hasOwn(operations, name)) ? `/trpc/${path}` : '/trpc/{path}'),
)

const tRPC = '/trpc/:path'

/** Method and route: the pattern of the path, or the names of the procedures, since a path can hold what was pasted. */
function targetOf(request: LoggedRequest): string {
  const url = request.routeOptions.url ?? request.refusedRoute
  const route = url === tRPC ? procedures((request.params as { path: string }).path) : url && pattern(url)
  return `"method":"${request.method}","route":${route ?? null}`
}

const counted = new WeakMap<Socket, number>()

/** Bytes that the connection was given since the request before. */
function bytesSince(socket: Socket): number {
  const { bytesWritten } = socket
  const bytes = bytesWritten - (counted.get(socket) ?? 0)
  counted.set(socket, bytesWritten)
  return bytes
}
