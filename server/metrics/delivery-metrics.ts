import { Counter, Gauge, type Registry } from 'prom-client'
import type { Store } from '../store/store.ts'
import type { AuditStreams } from '../streaming/stream-audit.ts'
import type { EventDelivery } from '../webhooks/deliver-events.ts'

/** What leaves the server on its own. */
export type Deliveries = {
  readonly events: Pick<EventDelivery, 'counts'>
  /** null where the audit is sent nowhere. */
  readonly streams: Pick<AuditStreams, 'counts'> | null
}

type Uses = Deliveries & { readonly store: Pick<Store, 'auditHead' | 'auditStreamPosition'> }

/** Without the query, which may name what is of no concern to monitoring. */
const labelOf = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`

/** Adds what is sent to webhooks, and to the destinations of the audit. */
export function addDeliveryMetrics(registry: Registry, { events, streams, store }: Uses): void {
  const registers = [registry]
  new Counter({
    name: 'strongroom_event_deliveries_total',
    help: 'Attempts of this server to deliver an event to a webhook, by what came of them.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(events.counts)) this.inc({ outcome }, count)
    },
  })
  new Counter({
    name: 'strongroom_audit_stream_failures_total',
    help: 'Failed attempts to send audit records to a destination.',
    labelNames: ['destination'],
    registers,
    collect() {
      this.reset()
      for (const { destination, failures } of streams?.counts() ?? [])
        this.inc({ destination: labelOf(destination.url) }, failures)
    },
  })
  new Gauge({
    name: 'strongroom_audit_stream_lag_records',
    help: 'Audit records that a destination has not received yet; absent where the store cannot be read.',
    labelNames: ['destination'],
    registers,
    async collect() {
      this.reset()
      for (const [destination, lag] of await lagsOf({ streams, store })) this.set({ destination }, lag)
    },
  })
}

async function lagsOf({ streams, store }: Pick<Uses, 'streams' | 'store'>): Promise<readonly [string, number][]> {
  const lags: [string, number][] = []
  try {
    for (const { destination } of streams?.counts() ?? []) {
      const sent = BigInt(await store.auditStreamPosition(destination.url.href))
      const head = BigInt((await store.auditHead())?.sequence ?? 0)
      lags.push([labelOf(destination.url), Number(head - sent)])
    }
    return lags
  } catch {
    return []
  }
}
