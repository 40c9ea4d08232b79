import { connect, type Socket } from 'node:net'
import type { TestServer } from '../harness/server.ts'

/** A response as it came over the wire. */
export type RawResponse = {
  readonly status: number
  readonly headers: Headers
  /** As it was framed. */
  readonly body: string
}

type Reading = { readonly response: RawResponse; readonly rest: string } | null

const lastChunk = '\r\n0\r\n\r\n'

/** Where a body ends that starts at the beginning of the text; -1 while it is not all there. */
function endOfBody(text: string, headers: Headers): number {
  if (headers.has('transfer-encoding'))
    return text.includes(lastChunk) ? text.indexOf(lastChunk) + lastChunk.length : -1
  const length = Number(headers.get('content-length') ?? 0)
  return text.length < length ? -1 : length
}

/** The first complete response of what was received. */
function readResponse(received: string): Reading {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [line = '', ...fields] = received.slice(0, end).split('\r\n')
  const headers = new Headers(fields.map((field) => field.split(/:\s*/, 2) as [string, string]))
  const body = received.slice(end + 4)
  const length = endOfBody(body, headers)
  if (length < 0) return null
  const status = Number(line.split(' ')[1])
  return { response: { status, headers, body: body.slice(0, length) }, rest: body.slice(length) }
}

export type Talk = {
  /** How many responses to wait for, unless the server closes the connection before. */
  readonly responses?: number
  /** Sends what comes after the first bytes, for as long as the connection is open. */
  readonly after?: (socket: Socket) => Promise<void> | void
}

/** Sends bytes as they are over a connection of its own; answers what came back until it was closed or is enough. */
export async function talk({ url }: TestServer, bytes: string | Uint8Array, { responses = 1, after }: Talk = {}) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  const closed = Promise.withResolvers<void>()
  const received: RawResponse[] = []
  let rest = ''
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1')
    for (let reading = readResponse(rest); reading; reading = readResponse(rest)) {
      received.push(reading.response)
      rest = reading.rest
    }
    if (received.length >= responses) socket.destroy()
  })
  socket.on('error', () => {}) // a reset after the answer; an answer that is missing fails the test by itself
  socket.on('end', () => socket.end())
  socket.on('close', () => closed.resolve())
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  await after?.(socket)
  await closed.promise
  return received
}
