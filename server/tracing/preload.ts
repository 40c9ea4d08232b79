import { isMainThread } from 'node:worker_threads'
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

/** The share of traces that are recorded, where no caller has decided it; all by default. */
function ratio({ OTEL_TRACES_SAMPLER_ARG }: NodeJS.ProcessEnv): number {
  const share = Number(OTEL_TRACES_SAMPLER_ARG ?? 1)
  if (share >= 0 && share <= 1) return share
  throw new Error('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1')
}

/** Sends spans to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names: `node --import` of this file, before the program. */
function startTracing(env: NodeJS.ProcessEnv): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(
    new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': env.OTEL_SERVICE_NAME || 'strongroom' }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio(env)) }),
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
    }),
  )
}

// Worker threads are given the same preloads, and make no spans.
if (isMainThread) startTracing(process.env)
