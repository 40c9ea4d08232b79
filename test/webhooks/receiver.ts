import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Certificate } from '../desktop/remote/certificates.ts'

/** A request as it came in. */
export type Received = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }

export type Receiver = AsyncDisposable & {
  readonly url: string
  readonly received: Received[]
  /** How the next requests are answered; at first all with 200. `never`: they are not. */
  status: number | 'never'
  /** What it asks for with `Retry-After`; null does not ask. */
  retryAfter: string | null
  /** The IDs of the events, in the order of their arrival. */
  ids(): string[]
}

const headersFor = (status: number, retryAfter: string | null) => ({
  ...(status === 307 && { location: '/elsewhere' }),
  ...(retryAfter !== null && { 'retry-after': retryAfter }),
})

/** What an institution runs to be notified of events. */
export async function startReceiver(certificate?: Certificate): Promise<Receiver> {
  const received: Received[] = []
  const server: Server = certificate ? createTlsServer(certificate) : createServer()
  server.on('request', async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    received.push({ path: request.url ?? '', headers: request.headers, body })
    const { status, retryAfter } = receiver
    if (status !== 'never') response.writeHead(status, headersFor(status, retryAfter)).end('taken')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    received,
    status: 200,
    retryAfter: null,
    ids: () => received.map(({ headers }) => `${headers['webhook-id']}`),
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return receiver
}

/** What the receiver's own library makes of a request; it throws where the signature is not of this secret. */
export const verified = ({ body, headers }: Received, secret: string): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
