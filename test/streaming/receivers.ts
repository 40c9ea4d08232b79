import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { SecurityEvent } from '../../server/streaming/security-event.ts'
import type { Certificate } from '../desktop/remote/certificates.ts'

export type Receiver = AsyncDisposable & {
  readonly url: URL
  /** Every event of every request, in the order of their arrival. */
  readonly events: SecurityEvent[]
  readonly headers: IncomingHttpHeaders[]
  /** The status of the next answers; 200 at first. */
  status: number
}

/** A collector for HTTP. What it answers with an error it has read all the same. */
export async function startReceiver(certificate?: Certificate): Promise<Receiver> {
  const events: SecurityEvent[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = certificate ? createTlsServer(certificate) : createServer()
  server.on('request', async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    headers.push(request.headers)
    events.push(...eventsIn(text))
    response.writeHead(receiver.status, receiver.status === 307 ? { location: '/elsewhere' } : {}).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: new URL(`${certificate ? 'https' : 'http'}://127.0.0.1:${port}/audit`),
    events,
    headers,
    status: 200,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return receiver
}

/** The events in lines of JSON; a line that is cut off is left out. */
export const eventsIn = (text: string): readonly SecurityEvent[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as SecurityEvent)

export const sequencesOf = (events: readonly SecurityEvent[]): readonly number[] =>
  events.map(({ metadata }) => metadata.sequence)
