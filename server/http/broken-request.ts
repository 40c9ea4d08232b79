import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { envelope } from '../../shared/envelope.ts'
import { type FailureCode, failureOfCode, statusOf } from '../../shared/failure.ts'

const failureCodeOf: Readonly<Record<string, FailureCode>> = {
  HPE_HEADER_OVERFLOW: 'HeadersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout',
}

/** Answers, by hand, what Node's HTTP parser gave up on. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const failure = failureOfCode(failureCodeOf[error.code ?? ''] ?? 'BadRequest')
  const body = JSON.stringify(envelope({ ok: false, failure }))
  const status = statusOf(failure)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `request-id: ${requestId}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  )
}
