import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LossyWay = AsyncDisposable & {
  readonly url: string
  /** From the next request of this path on every answer is lost on its way back. */
  readonly breakAt: (path: string) => void
  readonly mend: () => void
}

/** A way to a server on which answers can be lost after the server has done what it was asked. */
export async function startLossyWay(target: string): Promise<LossyWay> {
  let [breaking, isBroken] = ['', false]
  const carry = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url = '/', headers } = incoming
    const host = new URL(target).host
    isBroken ||= breaking !== '' && url.includes(breaking)
    const onward = request(target + url, { method, headers: { ...headers, host } }, (answer) => {
      answer.once('end', () => isBroken && outgoing.destroy())
      if (isBroken) answer.resume()
      else answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers))
    })
    onward.once('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
  const server = createServer(carry).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    breakAt: (path) => {
      breaking = path
    },
    mend: () => {
      ;[breaking, isBroken] = ['', false]
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
