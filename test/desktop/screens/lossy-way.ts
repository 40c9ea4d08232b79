import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LossyWay = AsyncDisposable & {
  readonly url: string
  /** From the next request of this path on every answer is lost on its way back. */
  readonly breakAt: (path: string) => void
  readonly mend: () => void
  /** Requests of this path wait until the function it answers is called; the promise tells that one has come. */
  readonly holdAt: (path: string) => { readonly come: Promise<void>; readonly release: () => void }
}

/** A way to a server on which answers can be lost after the server has done what it was asked. */
export async function startLossyWay(target: string): Promise<LossyWay> {
  let [breaking, isBroken] = ['', false]
  let hold = { path: '', come: Promise.withResolvers<void>(), release: Promise.withResolvers<void>() }
  const carry = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url = '/', headers } = incoming
    if (hold.path && url.includes(hold.path)) {
      hold.come.resolve()
      await hold.release.promise
    }
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
  const server = createServer((incoming, outgoing) => void carry(incoming, outgoing)).listen(0, '127.0.0.1')
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
    holdAt: (path) => {
      hold = { path, come: Promise.withResolvers(), release: Promise.withResolvers() }
      const { come, release } = hold
      return { come: come.promise, release: release.resolve }
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
