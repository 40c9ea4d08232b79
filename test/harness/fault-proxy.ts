import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FaultProxy = AsyncDisposable & {
  readonly url: string
  /** From the next request of this path on every answer is lost on its way back. */
  readonly breakAt: (path: string) => void
  readonly restore: () => void
  /** From now on answers have the second text in the place of the first, as a newer server may. */
  readonly reword: (words: readonly (readonly [said: string, instead: string])[]) => void
  /** From now on requests of this path are lost on their way there. */
  readonly swallow: (path: string) => void
  /** From now on the answers to requests of this path alone are lost on their way back. */
  readonly loseAnswersOf: (path: string) => void
  /** From now on every answer waits; `restore` sends them. */
  readonly holdAnswers: () => void
}

/** A proxy that loses answers after the server has done what it was asked, loses requests, or rewords answers. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let breaking = ''
  let isBroken = false
  let words: readonly (readonly [string, string])[] = []
  let swallowed = ''
  let unanswered = ''
  let held: PromiseWithResolvers<void> | null = null
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url = '/', headers } = incoming
    if (swallowed && url.includes(swallowed)) return void outgoing.destroy()
    const host = new URL(target).host
    isBroken ||= breaking !== '' && url.includes(breaking)
    const onward = request(target + url, { method, headers: { ...headers, host } }, async (answer) => {
      const body = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>)).toString()
      await held?.promise
      if (isBroken || (unanswered && url.includes(unanswered))) return void outgoing.destroy()
      const { 'content-length': _length, ...rest } = answer.headers
      const said = words.reduce((text, [from, to]) => text.replaceAll(from, to), body)
      outgoing.writeHead(answer.statusCode ?? 500, rest).end(said)
    })
    onward.once('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
  const server = createServer(forward).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    breakAt: (path) => {
      breaking = path
    },
    restore: () => {
      breaking = ''
      isBroken = false
      swallowed = ''
      unanswered = ''
      words = []
      held?.resolve()
      held = null
    },
    reword: (next) => {
      words = next
    },
    swallow: (path) => {
      swallowed = path
    },
    loseAnswersOf: (path) => {
      unanswered = path
    },
    holdAnswers: () => {
      held ??= Promise.withResolvers()
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
