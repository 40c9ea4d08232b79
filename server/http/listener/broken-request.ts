import { type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { envelope } from '../../../shared/envelope.ts'
import { type Failure, type FailureCode, failureOfCode, statusOf } from '../../../shared/failure.ts'
import { err } from '../../../shared/result.ts'
import { helpLink } from '../response/links.ts'
import { commonHeaders } from './common-headers.ts'
import type { RequestLog } from './request-log.ts'

export type BrokenRequests = {
  /** Follows what goes over each connection of the server. */
  readonly watch: (server: Server) => void
  /** Is called with each request that arrives. */
  readonly arrived: RequestListener
  /** Answers, by hand, what Node's HTTP parser gave up on; what came before on the same connection is answered first. */
  readonly answer: (error: NodeJS.ErrnoException, socket: Socket) => void
}

const failureCodeOf: Readonly<Record<string, FailureCode>> = {
  HPE_HEADER_OVERFLOW: 'HeadersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout',
}

/** What Node's HTTP parser reports: the bytes it read last, and how many of them were fine. */
type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer; readonly bytesParsed?: number }

const requestLine = /(?:^|\n\r?\n)([A-Z]+) /g

/** The method of a request that could not be read, as far as its first line arrived with the bytes that broke it. */
function methodOf({ rawPacket, bytesParsed }: ParserError): string | null {
  const text = rawPacket?.toString('latin1', 0, bytesParsed) ?? ''
  return [...text.matchAll(requestLine)].at(-1)?.[1] ?? null
}

type Fault = {
  readonly errorCode?: string | undefined
  readonly method: string | null
  /** Of the request itself, where it got so far. */
  readonly response?: ServerResponse | undefined
}

const failureOf = (errorCode = '') => failureOfCode(failureCodeOf[errorCode] ?? 'BadRequest')

type Broken = {
  readonly requestId: string
  readonly failure: Failure
  readonly isHead: boolean
  readonly socket: Socket
}

function answerOf({ requestId, failure, isHead, socket }: Broken): string {
  const body = JSON.stringify(envelope(err(failure)))
  const status = statusOf(failure)
  const headers = {
    ...commonHeaders(requestId, socket),
    link: helpLink(failure.code),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${isHead ? '' : body}`
}

type Uses = {
  readonly nextRequestId: () => string
  readonly log: Logger
  readonly requestLog: Pick<RequestLog, 'answeredByHand'>
}

const latest = Symbol('the response to the request that arrived last, until nothing of either is missing')

type Followed = Socket & { [latest]?: ServerResponse | undefined }

/** A request that an idle connection keeps is moved to V8's old generation, and 10,000 of them make its collections long. */
function forget(this: ServerResponse): void {
  const socket: Followed = this.req.socket
  if (this.req.complete && socket[latest] === this) socket[latest] = undefined
}

export function createBrokenRequests({ nextRequestId, log, requestLog }: Uses): BrokenRequests {
  const end = (socket: Socket, { errorCode, method, response }: Fault) => {
    if (!socket.writable) return
    const requestId = nextRequestId()
    const failure = failureOf(errorCode)
    const answer = answerOf({ requestId, failure, isHead: method === 'HEAD', socket })
    socket.end(answer)
    const given = { requestId, method, status: statusOf(failure), code: failure.code, bytes: answer.length }
    requestLog.answeredByHand(given, socket, response)
    log.debug({ requestId, errorCode }, 'a request could not be read')
  }
  return {
    watch: (server) => {
      // Without listeners Node answers the one with an empty 417 and drops the other.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response))
      server.on('connect', ({ method = null }, stream) => {
        const socket = stream as Socket
        // Node takes its listeners off: an error would end the process, and nothing would close the connection.
        socket.on('error', () => socket.destroy()).once('finish', () => socket.destroy())
        end(socket, { method })
      })
    },
    arrived: (request, response) => {
      const socket: Followed = request.socket
      socket[latest] = response
      response.on('close', forget)
    },
    answer: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      const response = (socket as Followed)[latest]
      const request = response?.req
      // The broken request itself was answered already, while it was still arriving.
      if (!request?.complete && response?.headersSent) return void socket.destroy()
      const method = request && !request.complete ? (request.method ?? null) : methodOf(error)
      const broken = { errorCode: error.code, method }
      if (!request?.complete) return end(socket, { ...broken, response })
      if (response?.writableFinished) return end(socket, broken)
      response?.once('close', () => end(socket, broken))
    },
  }
}
