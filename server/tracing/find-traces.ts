import type { Traces } from './traces.ts'

/** Where OpenTelemetry's API keeps what a preload registered. */
const registered = Symbol.for('opentelemetry.js.api.1')

type Registered = { readonly trace?: unknown } | undefined

/** Spans, if a preload set up OpenTelemetry; else null, and none of its code is loaded. */
export async function findTraces(): Promise<Traces | null> {
  const { trace } = ((globalThis as Record<symbol, Registered>)[registered] ?? {}) as NonNullable<Registered>
  return trace ? (await import('./traces.ts')).traces : null
}
