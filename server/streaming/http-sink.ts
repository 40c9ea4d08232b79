import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { TrustedAuthorities } from '../platform/authorities.ts'
import { type AuditSink, answersWithin } from './sink.ts'

type Options = { readonly authorities: TrustedAuthorities; readonly tokenFile: string | null }

/** Posts batches as lines of JSON; any status of 200 to 299 says that the receiver has them. Redirects are not followed. */
export function httpSink(url: URL, { authorities, tokenFile }: Options): AuditSink {
  const client = url.protocol === 'https:' ? https : http
  const agent = new client.Agent({ keepAlive: true, maxSockets: 1 })
  return {
    async send(events) {
      const body = events.map((event) => `${JSON.stringify(event)}\n`).join('')
      const headers = {
        'content-type': 'application/x-ndjson',
        'content-length': Buffer.byteLength(body),
        // Read each time: tokens are replaced while the server runs.
        ...(tokenFile && { authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}` }),
      }
      const signal = AbortSignal.timeout(answersWithin)
      const request = client.request(url, { method: 'POST', agent, ca: authorities(), headers, signal })
      request.end(body)
      const [response] = (await once(request, 'response', { signal })) as [IncomingMessage]
      response.resume()
      const { statusCode = 0 } = response
      if (statusCode < 200 || statusCode > 299) throw new Error(`it answered HTTP ${statusCode}`)
    },
    close: () => agent.destroy(),
  }
}
