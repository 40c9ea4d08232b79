import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LossyWay = AsyncDisposable & {
  readonly url: string
  /** From the next request of this path on every answer is lost on its way back. */
  readonly breakAt: (path: string) => void
  readonly mend: () => void
  /** From now on answers have the second text in the place of the first, as a newer server may. */
  readonly reword: (words: readonly (readonly [said: string, instead: string])[]) => void
  /** Requests of this path wait until the function it answers is called; the promise tells that one has come. */
  readonly holdAt: (path: string) => { readonly come: Promise<void>; readonly release: () => void }
}

/** A way to a server on which answers can be lost after the server has done what it was asked, or come in other words. */
export async function startLossyWay(target: string): Promise<LossyWay> {
  let [breaking, isBroken] = ['', false]
  let words: readonly (readonly [string, string])[] = []
  let hold = { path: '', come: Promise.withResolvers<void>(), release: Promise.withResolvers<void>() }
  const carry = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url = '/', headers } = incoming
    if (hold.path && url.includes(hold.path)) {
      hold.come.resolve()
      await hold.release.promise
    }
    const host = new URL(target).host
    isBroken ||= breaking !== '' && url.includes(breaking)
    const onward = request(target + url, { method, headers: { ...headers, host } }, async (answer) => {
      const body = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>)).toString()
      if (isBroken) return void outgoing.destroy()
      const { 'content-length': _length, ...rest } = answer.headers
      const said = words.reduce((text, [from, to]) => text.replaceAll(from, to), body)
      outgoing.writeHead(answer.statusCode ?? 500, rest).end(said)
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
      ;[breaking, isBroken, words] = ['', false, []]
    },
    reword: (next) => {
      words = next
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
