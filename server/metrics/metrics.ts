import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Parts } from '../context/parts.ts'
import type { Readiness } from '../core/readiness.ts'
import type { RequestMeter } from '../http/listener/request-meter.ts'
import { serverVersion } from '../platform/version.ts'
import { addDeliveryMetrics, type Deliveries } from './delivery-metrics.ts'
import { createRequestCounts } from './request-counts.ts'
import { addRequestMetrics } from './request-metrics.ts'
import { type MetricsAddress, serveMetrics } from './serve-metrics.ts'
import { addConnectionMetrics, addStoreMetrics } from './store-metrics.ts'
import { meteredStore, meteredValidator } from './work-metrics.ts'

type Measured = Pick<Parts, 'store' | 'validator'>

export type Metrics = AsyncDisposable & {
  /** Where they are read. */
  readonly url: string
  readonly meter: RequestMeter
  /** Parts that do what the given ones do, and count it. */
  readonly measured: Measured
}

type Uses = Measured & Deliveries & Pick<Parts, 'clock' | 'log'> & { readonly readiness: Readiness }

/** Those of the process last as long as it does; prom-client cannot stop them. */
let ofProcess: Registry | null = null

function processMetrics(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

/** Serves metrics on an address of their own, and answers the parts of the server that are measured. */
export async function startMetrics(
  address: MetricsAddress,
  { store, validator, clock, readiness, log, ...deliveries }: Uses,
): Promise<Metrics> {
  const registry = new Registry()
  const counts = createRequestCounts()
  addRequestMetrics(registry, counts)
  addServerMetrics(registry, readiness)
  addStoreMetrics(registry, { store, clock, log })
  addConnectionMetrics(registry, { store })
  addDeliveryMetrics(registry, { ...deliveries, store })
  const measured = { store: meteredStore(registry, store), validator: meteredValidator(registry, validator) }
  // Takes over what the registries have by now.
  const all = Registry.merge([processMetrics(), registry])
  const served = await serveMetrics(address, { contentType: all.contentType, read: () => all.metrics() }, log)
  return {
    url: served.url,
    meter: counts,
    measured,
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  }
}

function addServerMetrics(registry: Registry, readiness: Readiness): void {
  const registers = [registry]
  new Gauge({
    name: 'strongroom_build_info',
    help: 'Always 1; the label is the version.',
    labelNames: ['version'],
    registers,
  }).set({ version: serverVersion }, 1)
  new Gauge({
    name: 'strongroom_ready',
    help: 'Whether the server can do its work, as /readyz answers.',
    registers,
    async collect() {
      this.set((await readiness()) ? 0 : 1)
    },
  })
}
