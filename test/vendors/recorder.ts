import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Recorded = { readonly url: string; readonly headers: IncomingHttpHeaders }

/** Keeps what arrives and hands it on to `target`, so that it can be read and sent again. */
export async function startRecorder(target: string) {
  const requests: Recorded[] = []
  const server = createServer(async ({ url = '', headers, method = 'GET' }, response) => {
    requests.push({ url, headers })
    const answer = await fetch(target + url, { method, headers: forwarded(headers) })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(await answer.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Sends a recorded request once more; answers the status. */
    replay: async ({ url, headers }: Recorded) => (await fetch(target + url, { headers: forwarded(headers) })).status,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The headers that say who asks; the others belong to one connection. */
const forwarded = ({ authorization = '', ...headers }: IncomingHttpHeaders): Record<string, string> => ({
  authorization,
  'x-api-key': String(headers['x-api-key'] ?? ''),
})
