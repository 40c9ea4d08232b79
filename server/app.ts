import { type Failure, failureOfCode } from '../shared/failure.ts'
import { createRefusedTokens } from './access/refused-tokens.ts'
import { createTokenUses } from './access/token-uses.ts'
import type { ChainFault } from './audit/verify-chain.ts'
import { watchChain } from './audit/watch-chain.ts'
import type { Config } from './config.ts'
import { createInFlight } from './context/in-flight.ts'
import type { Parts } from './context/parts.ts'
import { compareWithLastCommit, createServerClock } from './context/server-clock.ts'
import { createReadiness, type Readiness } from './core/readiness.ts'
import { startUpkeep } from './core/upkeep.ts'
import type { Deliveries } from './metrics/delivery-metrics.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { MetricsAddress } from './metrics/serve-metrics.ts'
import { openLog } from './platform/log.ts'
import { createCredentialValidator } from './providers/credential-validator.ts'
import { newEvent } from './store/events.ts'
import type { Store } from './store/store.ts'
import type { AuditStreams, StreamFault } from './streaming/stream-audit.ts'
import { findTraces } from './tracing/find-traces.ts'
import type { Traces } from './tracing/traces.ts'
import { createTransports, listen } from './transports.ts'
import { watchKeys } from './vault/watch-keys.ts'
import { deliverEvents } from './webhooks/deliver-events.ts'

export type App = AsyncDisposable & {
  /** The origin it listens on. */
  readonly url: string
  /** Where its metrics are read; null where none are served. */
  readonly metricsUrl: string | null
  readonly store: Store
  /** Settles when the server must stop: it can no longer write, or the outcome of a rotation is unknown. */
  readonly broken: Promise<Error>
  /** From now on it is not ready, so that a load balancer sends requests elsewhere; it still answers all. */
  drain(): void
}

/** What a server serves; who opened it closes it, once the server has ended. */
export type Served = Pick<Parts, 'store' | 'vault'>

/** Builds a serving application over a store and its vault. `parts` replaces some of what else it is made of. */
export async function createApp(config: Config, parts: Served & Partial<Parts>): Promise<App> {
  await using made = new AsyncDisposableStack()
  const { store } = parts
  const log = parts.log ?? made.use(openLog(config.logLevel)).log
  const broken = Promise.withResolvers<Error>()
  store.onBroken(broken.resolve)
  store.onWarning((warning) => log.error(warning))
  const chain = made.use(await watchChain({ store, log, onFault: recordDamage({ store, log }) }))
  const clock = createServerClock(store, log)
  await compareWithLastCommit({ store, clock, log })
  const base: Parts = {
    clock,
    log,
    validator: createCredentialValidator({
      resolveBaseUrl: (baseUrl) => (baseUrl === 'simulator:' && config.simulatorUrl) || baseUrl,
    }),
    salt: await store.salt(),
    inFlight: made.use(createInFlight()),
    recordsKeptFor: config.keepIdempotencyRecords,
    onOutcomeUnknown: (rotationId) => broken.resolve(new Error(`the outcome of rotation ${rotationId} is unknown`)),
    ...parts,
  }
  const keys = made.use(await watchKeys(base))
  let isDraining = false
  const streams = config.auditStreams.destinations.length > 0 ? made.use(await openStreams(config, base)) : null
  const changesRefused = () => refusalFor(streams?.requiredFault() ?? null)
  const watched = { store, chain, keys, changesRefused, broken: broken.promise, isDraining: () => isDraining }
  const readiness = createReadiness({ ...watched, storage: config.database ? 'database' : 'data folder' })
  const events = made.use(deliverEvents(config.webhooks, base))
  const metrics = config.metrics && made.use(await openMetrics(config.metrics, { ...base, readiness, events, streams }))
  const traces = await findTraces()
  if (traces) made.defer(traces.flush)
  const all = observed({ ...base, ...metrics?.measured }, traces)
  made.use(await startUpkeep(all, config))
  const refusedTokens = made.use(createRefusedTokens(all))
  const tokenUses = made.use(createTokenUses(all))
  const used = { ...all, refusedTokens, tokenUses, readiness, changesRefused, traces, meter: metrics?.meter ?? null }
  const transports = made.adopt(await createTransports(config, used), (app) => app.close())
  const url = await listen(transports, config)
  const owned = made.move()
  return {
    url,
    metricsUrl: metrics?.url ?? null,
    store,
    broken: broken.promise,
    drain: () => {
      isDraining = true
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Loaded lazily: a server without metrics does without their code and memory. */
async function openMetrics(
  address: MetricsAddress,
  uses: Parts & Deliveries & { readonly readiness: Readiness },
): Promise<Metrics> {
  const { startMetrics } = await import('./metrics/metrics.ts')
  return startMetrics(address, uses)
}

/** Loaded lazily, like the metrics. */
async function openStreams({ auditStreams }: Config, { store, log }: Parts): Promise<AuditStreams> {
  const { streamAudit } = await import('./streaming/stream-audit.ts')
  return streamAudit(auditStreams, { store, log })
}

/** Notifies webhooks of damage to the audit, once, however often and by how many servers it is found. */
const recordDamage =
  ({ store, log }: Pick<Parts, 'store' | 'log'>) =>
  ({ sequence, reason }: ChainFault): void => {
    const data = { what: 'audit', sequence, reason }
    const subject = `audit ${sequence}`
    const event = newEvent({ type: 'data.damaged', at: Date.now(), tenantId: null, subject, data })
    store.recordEvent(event).catch((error) => log.error({ err: error }, 'webhooks could not be notified of the damage'))
  }

/** The URL of the destination is for the log: a caller may belong to one tenant. */
const refusalFor = (fault: StreamFault | null): Failure | null =>
  fault && failureOfCode('AuditUnavailable', { message: undelivered, info: ['reason=audit-stream'] })

const undelivered =
  'A destination that must receive the audit does not take it, so nothing may be changed. Repair what the server logs about it.'

/** The same parts with spans around their work, where there are traces. */
const observed = (parts: Parts, traces: Traces | null): Parts =>
  traces ? { ...parts, store: traces.store(parts.store), validator: traces.validator(parts.validator) } : parts
