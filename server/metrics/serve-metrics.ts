import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { isLoopback } from '../../shared/server-address.ts'
import { isAllowed } from '../http/listener/gate.ts'

export type MetricsAddress = {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
}

/** The text of a scrape. */
type Scrape = { readonly contentType: string; readonly read: () => Promise<string> }

/** A scraper keeps one connection; a few people may look as well. */
const mostConnections = 32
const requestTimeout = 10_000

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Only on loopback: elsewhere, scrapers use any name or address that leads here. */
const allowedNames = (host: string): ReadonlySet<string> | null =>
  isLoopback(host) ? new Set([...loopbackNames, host]) : null

function refusalOf({ method = '', url = '', headers }: IncomingMessage, names: ReadonlySet<string> | null) {
  // A page in a browser on this machine could otherwise read it under a name of its own.
  if (names && !isAllowed(headers.host ?? '', names)) return 421
  if (url.split('?')[0] !== '/metrics') return 404
  return ['GET', 'HEAD'].includes(method) ? null : 405
}

type Answer = { readonly status: number; readonly text: string; readonly type?: string }

const answer = (response: ServerResponse, { status, text, type = 'text/plain; charset=utf-8' }: Answer) =>
  void response
    .writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .end(text)

/** Scrapes that come while one is read share it. */
function oneAtATime(read: () => Promise<string>): () => Promise<string> {
  let running: Promise<string> | null = null
  return () => {
    running ??= read().finally(() => {
      running = null
    })
    return running
  }
}

/** Serves `/metrics`, and nothing else, on an address of its own. Answers its URL once it listens. */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  scrape: Scrape,
  log: Logger,
): Promise<AsyncDisposable & { readonly url: string }> {
  const names = allowedNames(host)
  const read = oneAtATime(scrape.read)
  const server = createServer({ requestTimeout, headersTimeout: requestTimeout }, async (request, response) => {
    const refusal = refusalOf(request, names)
    if (refusal) return answer(response, { status: refusal, text: 'Only GET /metrics is served here.\n' })
    try {
      answer(response, { status: 200, text: await read(), type: scrape.contentType })
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be read')
      answer(response, { status: 500, text: 'The metrics could not be read; the log has the cause.\n' })
    }
  })
  server.maxConnections = mostConnections
  server.listen({ host, port })
  await once(server, 'listening')
  return { url: urlOf(server), [Symbol.asyncDispose]: () => close(server) }
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
