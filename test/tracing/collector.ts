import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Value = { readonly stringValue?: string; readonly intValue?: number | string }

type Exported = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: Value }[] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

/** A span as OTLP has it. */
export type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
}

export type Collector = AsyncDisposable & {
  readonly url: string
  /** Spans that arrived so far. */
  readonly spans: readonly Span[]
  /** Everything that arrived, as text. */
  text(): string
}

/** A collector that takes traces over OTLP/HTTP in JSON, and keeps them. */
export async function startCollector(): Promise<Collector> {
  const bodies: Exported[] = []
  const spans: Span[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Exported
    bodies.push(body)
    spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => JSON.stringify(bodies),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const attributeOf = ({ attributes }: Span, name: string): string | undefined => {
  const { stringValue, intValue } = attributes.find(({ key }) => key === name)?.value ?? {}
  return stringValue ?? intValue?.toString()
}
