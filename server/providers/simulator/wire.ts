import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Received, Reply } from './provider-api.ts'

const bodyLimit = 64 * 1024

/** The complete request; null if it is too large or aborted. */
export const receive = async (request: IncomingMessage): Promise<Received | null> => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      size += chunk.length
      if (size > bodyLimit) return null
      chunks.push(chunk)
    }
  } catch {
    return null
  }
  const { method = '', url = '', headers } = request
  return { method, url, headers, body: Buffer.concat(chunks) }
}

export const send = (response: ServerResponse, reply: Reply): void => {
  const body = Buffer.from(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  const headers = { 'content-type': 'application/json', ...reply.headers, 'content-length': body.length }
  response.writeHead(reply.status, headers).end(body)
}
