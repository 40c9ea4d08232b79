import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contractVersion } from '../../../shared/contract-version.ts'
import { errorOf } from '../../../shared/envelope.ts'
import { type FailureCode, failureCodes } from '../../../shared/failure.ts'

/** What the proxy does: it forwards, disconnects, holds requests, or answers with a failure in the server's place. */
export type ProxyMode = 'forwards' | 'disconnects' | 'holds' | FailureCode

export type ModeProxy = AsyncDisposable & {
  readonly url: string
  /** From now on; what was held is forwarded. */
  turn(mode: ProxyMode): void
  /** How many requests have been answered by the server. */
  answered(): number
  /** What the server says of its interface from now on. */
  speak(version: string): void
}

/** Answers of failure as the server gives them, asking to wait where it is busy. */
function refuse(code: FailureCode, outgoing: ServerResponse): void {
  const { status, meaning, remedy } = failureCodes[code]
  const error = errorOf({ code, message: `${meaning} ${remedy}`, info: [] })
  outgoing.writeHead(status, { 'content-type': 'application/json', 'request-id': 'proxy-1', 'retry-after': '3' })
  outgoing.end(JSON.stringify({ isSuccess: false, isFailure: true, error, value: null }))
}

/** A proxy between a console and a real server, whose mode a test changes. */
export async function startModeProxy(target: string): Promise<ModeProxy> {
  let mode: ProxyMode = 'forwards'
  let version: string = contractVersion
  let answers = 0
  let held = Promise.withResolvers<void>()

  function forward({ method, url, headers }: IncomingMessage, outgoing: ServerResponse): void {
    const { host } = new URL(target)
    const plain = { ...headers, host, 'accept-encoding': 'identity' }
    const onward = request(target + url, { method, headers: plain }, async (answer) => {
      const body = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>)).toString()
      const spoken = body.replace(`"contractVersion":"${contractVersion}"`, `"contractVersion":"${version}"`)
      const { 'content-length': _length, ...rest } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 500, rest).end(spoken)
      answers += 1
    })
    onward.once('error', () => outgoing.destroy()).end()
  }

  const server = createServer(async (incoming, outgoing) => {
    if (mode === 'holds') await held.promise
    if (mode === 'disconnects') outgoing.destroy()
    else if (mode === 'forwards' || mode === 'holds') forward(incoming, outgoing)
    else refuse(mode, outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turn(next) {
      mode = next
      held.resolve()
      held = Promise.withResolvers()
      if (next === 'disconnects') server.closeAllConnections()
    },
    answered: () => answers,
    speak(next) {
      version = next
    },
    async [Symbol.asyncDispose]() {
      held.resolve()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
