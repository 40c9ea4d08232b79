import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { contractVersion } from '../../../shared/contract-version.ts'
import { envelope } from '../../../shared/envelope.ts'
import { type OperationName, operations } from '../../../shared/operations.ts'
import { ok } from '../../../shared/result.ts'
import { type Filling, filled } from './filled.ts'

/** Answers in its own way instead of the good one. */
export type Nastiness = (socket: Socket, request: IncomingMessage) => void

export type HostileOptions = {
  /** Stands in every text of every answer that would otherwise be good. */
  readonly payload?: string
  /** Rows of every list. */
  readonly rows?: number
  /** What to do instead of answering; `null` answers well. */
  readonly nasty?: Nastiness | null
  /** Members of single operations that are to be something else. */
  readonly values?: Partial<Record<OperationName, unknown>>
  readonly tls?: { readonly key: string | Buffer; readonly cert: string | Buffer }
}

export type Seen = { readonly method: string; readonly path: string; readonly headers: IncomingMessage['headers'] }

export type HostileServer = AsyncDisposable & {
  readonly url: string
  /** The requests that arrived, in their order. */
  readonly requests: readonly Seen[]
  /** Changes what is answered from now on. */
  turn(options: Partial<HostileOptions>): void
}

/** A server that follows the contract with arbitrary values, or breaks it. */
export async function startHostileServer(first: HostileOptions = {}): Promise<HostileServer> {
  let options = first
  const requests: Seen[] = []
  const listener: RequestListener = (request, response) => {
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers })
    request.resume()
    if (options.nasty) request.once('end', () => options.nasty?.(request.socket, request))
    else request.once('end', () => answerWell(request, response, options))
  }
  const server = first.tls ? createTlsServer(first.tls, listener) : createServer(listener)
  const sockets = new Set<Socket>()
  server.on(first.tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${first.tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    turn: (more) => {
      options = { ...options, ...more }
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What the hostile server answers to an operation when it plays by the schema. */
export function hostileValue(
  name: OperationName,
  { payload = 'text', rows = 2, values = {} }: HostileOptions,
): unknown {
  const filling: Filling = { text: payload, rows }
  return name in values ? values[name] : filled(operations[name].output, filling)
}

function answerWell(request: IncomingMessage, response: ServerResponse, options: HostileOptions): void {
  const name = /^\/trpc\/([\w.]+)/.exec(request.url ?? '')?.[1] as OperationName | undefined
  const isKnown = name !== undefined && Object.hasOwn(operations, name)
  const body = isKnown ? { result: { data: hostileValue(name, options) } } : envelope(ok({ status: 'ok' }))
  response.writeHead(200, {
    'content-type': 'application/json',
    'api-supported-versions': contractVersion,
    'request-id': 'hostile-1',
  })
  response.end(JSON.stringify(body))
}
