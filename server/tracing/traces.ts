import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Perform } from '../core/perform.ts'
import type { EnterRequest } from '../http/listener/listener.ts'
import { serverVersion } from '../platform/version.ts'
import type { CredentialValidator } from '../providers/credential-validator.ts'
import { aroundWrites } from '../store/around-writes.ts'
import type { Store } from '../store/store.ts'
import { StoreError } from '../store/store-error.ts'

/** Spans around the work of a server. None has a value of a request: no path, no name, no key. */
export type Traces = {
  readonly enterRequest: EnterRequest
  readonly perform: (perform: Perform) => Perform
  readonly validator: (validator: CredentialValidator) => CredentialValidator
  readonly store: (store: Store) => Store
  /** Sends what was not sent yet. */
  readonly flush: () => Promise<void>
}

const tracer = () => trace.getTracer('strongroom', serverVersion)

type SpanOf = { readonly name: string; readonly kind?: SpanKind; readonly attributes?: Attributes }

/** Runs work in a span of its own, below the one of the caller. */
function inSpan<Output>({ name, ...options }: SpanOf, work: (span: Span) => Promise<Output>): Promise<Output> {
  return tracer().startActiveSpan(name, options, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof StoreError ? error.cause : 'error' })
      throw error
    } finally {
      span.end()
    }
  })
}

/** The span of a request ends with its answer, and is below that of the caller, if its `traceparent` names one. */
const enterRequest: EnterRequest = (request, response, handle) => {
  const caller = propagation.extract(context.active(), request.headers)
  const { method = '' } = request
  const attributes = { 'http.request.method': method }
  const span = tracer().startSpan(`HTTP ${method}`, { kind: SpanKind.SERVER, attributes }, caller)
  response.once('close', () => endRequest(span, response))
  context.with(trace.setSpan(caller, span), handle)
}

function endRequest(span: Span, response: ServerResponse<IncomingMessage>): void {
  const { statusCode, headersSent } = response
  const id = response.getHeader('request-id')
  if (id !== undefined) span.setAttribute('strongroom.request_id', `${id}`)
  if (headersSent) span.setAttribute('http.response.status_code', statusCode)
  if (!headersSent || statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

const tracedPerform =
  (perform: Perform): Perform =>
  (name, rawInput, call) =>
    inSpan({ name, attributes: { 'strongroom.request_id': call.requestId } }, async (span) => {
      const result = await perform(name, rawInput, call)
      span.setAttribute('strongroom.outcome', result.ok ? 'done' : result.error.code)
      return result
    })

const tracedValidator = (validator: CredentialValidator): CredentialValidator => ({
  ...validator,
  probe: (target, ...rest) => {
    const attributes = { 'strongroom.provider': target.provider }
    return inSpan({ name: 'provider probe', kind: SpanKind.CLIENT, attributes }, async (span) => {
      const result = await validator.probe(target, ...rest)
      span.setAttributes({ 'strongroom.verdict': result.verdict, 'strongroom.source': result.source })
      return result
    })
  },
})

const tracedStore = (store: Store): Store =>
  aroundWrites(store, ({ name }, run) => inSpan({ name: `store ${name}` }, run))

type Flushable = { readonly forceFlush?: () => Promise<void>; readonly getDelegate?: () => Flushable }

/** How long a stop waits for a collector. */
const flushMs = 3_000

async function flush(): Promise<void> {
  const provider = trace.getTracerProvider() as Flushable
  const flushed = (provider.getDelegate?.() ?? provider).forceFlush?.().catch(() => {})
  await Promise.race([flushed, pause(flushMs, undefined, { ref: false })])
}

export const traces: Traces = {
  enterRequest,
  perform: tracedPerform,
  validator: tracedValidator,
  store: tracedStore,
  flush,
}
