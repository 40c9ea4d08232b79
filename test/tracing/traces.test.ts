import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { clientOf, putDemo } from '../cli/demo-answer.ts'
import { type Addresses, serving } from '../cli/serving.ts'
import { root } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { attributeOf, type Collector, type Span, startCollector } from './collector.ts'

const preload = pathToFileURL(`${root}server/tracing/preload.ts`).href
const slow = { timeout: 120_000 }

/** Serves a demo with the preload, and does one rotation as a caller with a trace of its own. */
async function rotateTraced(env: (collector: Collector) => NodeJS.ProcessEnv) {
  const collector = await startCollector()
  await using folder = await temporaryFolder()
  const demo = await putDemo(folder.path)
  const args = ['serve', '--data', folder.path, '--port', '0', '--json']
  await using server = await serving(args, { env: env(collector) })
  const { url } = JSON.parse(server.greeting) as Addresses
  const good = demo.credentials.find(({ simulatorMode }) => simulatorMode === 'ok')
  if (!good) throw new Error('no credentials are accepted')
  const { status, headers } = await clientOf(url, demo.tokens.operator).rotate(demo, good, { traceparent })
  const { status: exit } = await server.stop()
  return { collector, status, requestId: headers.get('request-id'), secrets: [good.apiKey, good.secretApiKey], exit }
}

const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`

const configured = ({ url }: Collector) => ({
  NODE_OPTIONS: `--import=${preload}`,
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
})

const childrenOf = (spans: readonly Span[], { spanId }: Pick<Span, 'spanId'>) =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId)

test(
  'a rotation is a span of the request below that of the caller, with its operation, probe and writes',
  slow,
  async () => {
    const { collector, status, requestId, exit } = await rotateTraced(configured)
    await using _ = collector
    expect([status, exit]).toEqual([200, 0])
    const spans = collector.spans.filter(({ traceId }) => traceId === caller.traceId)
    const [request, ...others] = childrenOf(spans, caller)
    if (!request) throw new Error('there is no span of the request')
    expect(others).toEqual([])
    expect(request.name).toBe('HTTP PUT')
    expect(attributeOf(request, 'http.response.status_code')).toBe('200')
    const operation = childrenOf(spans, request).find(({ name }) => name === 'custodians.updateApiKeys')
    if (!operation) throw new Error('there is no span of the operation')
    expect(attributeOf(operation, 'strongroom.request_id')).toBe(requestId)
    expect(attributeOf(operation, 'strongroom.outcome')).toBe('done')
    const work = childrenOf(spans, operation)
    expect(work.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['store beginRotation', 'provider probe', 'store completeRotation']),
    )
    const probe = work.find(({ name }) => name === 'provider probe')
    expect(probe && attributeOf(probe, 'strongroom.verdict')).toBe('valid')
  },
)

test('spans carry neither credentials nor tokens nor paths', slow, async () => {
  const { collector, secrets } = await rotateTraced(configured)
  await using _ = collector
  const text = collector.text()
  expect(text).toContain('custodians.updateApiKeys')
  expect([...secrets, 'srt_', 'platform/admin', 'Bearer'].filter((secret) => text.includes(secret))).toEqual([])
})

test('without the preload nothing is sent, although an endpoint is configured', slow, async () => {
  const { collector, status } = await rotateTraced(({ url }) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url }))
  await using _ = collector
  expect(status).toBe(200)
  expect(collector.spans).toEqual([])
})

test('a collector that does not answer holds up no request and no stop', slow, async () => {
  const { collector, status, exit } = await rotateTraced(() => ({
    NODE_OPTIONS: `--import=${preload}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  }))
  await using _ = collector
  expect([status, exit]).toEqual([200, 0])
})
