import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type Failure, failureOfCode } from '../shared/failure.ts'
import type { ServiceAccounts } from './access/authenticate.ts'
import { keepWarningOfExpiry } from './access/expiring-tokens.ts'
import { createRefusedTokens, type RefusedTokens } from './access/refused-tokens.ts'
import { createTokenUses, type TokenUses } from './access/token-uses.ts'
import { createVerifiedTokens } from './access/verified-tokens.ts'
import type { ChainFault } from './audit/verify-chain.ts'
import { watchChain } from './audit/watch-chain.ts'
import type { Config } from './config.ts'
import { createInFlight } from './context/in-flight.ts'
import type { Parts } from './context/parts.ts'
import { keepPruning, type Pruned, type PrunedBatch } from './context/prune-in-rounds.ts'
import { createOperations } from './core/operations.ts'
import { createPerform } from './core/perform.ts'
import { createReadiness, type Readiness } from './core/readiness.ts'
import { addDocsPage } from './http/docs/docs-page.ts'
import { createListener } from './http/listener/listener.ts'
import { refuseOtherMethods } from './http/listener/other-methods.ts'
import type { RequestMeter } from './http/listener/request-meter.ts'
import { addAuthentication } from './http/request/authentication.ts'
import { mostWaitingConnections } from './http/request/limits.ts'
import { createTokenLimiter } from './http/request/token-limits.ts'
import { createRecall } from './http/response/recall.ts'
import { addHealthRoutes } from './http/rest/health.ts'
import { addRestRoutes, restMethods } from './http/rest/rest.ts'
import { addSignInRoutes, addSignOutRoute } from './http/rest/sign-in.ts'
import { addTrpcRoutes, trpcMethods } from './http/trpc/trpc.ts'
import type { Deliveries } from './metrics/delivery-metrics.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { MetricsAddress } from './metrics/serve-metrics.ts'
import { createClock } from './platform/clock.ts'
import { openLog } from './platform/log.ts'
import { createCredentialValidator } from './providers/credential-validator.ts'
import { keepErasingExpired } from './rotations/erase-expired.ts'
import type { SignInSettings } from './sign-in/settings.ts'
import type { SignIn } from './sign-in/sign-in.ts'
import { keepEndingUnusedSessions } from './sign-in/unused-sessions.ts'
import { newEvent } from './store/events.ts'
import type { Store } from './store/store.ts'
import type { AuditStreams, StreamFault } from './streaming/stream-audit.ts'
import { findTraces } from './tracing/find-traces.ts'
import type { Traces } from './tracing/traces.ts'
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
  const clock = clockOf(store, log)
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
  await endInterrupted(all)
  made.use(await startUpkeep(all, config))
  const refusedTokens = made.use(createRefusedTokens(all))
  const tokenUses = made.use(createTokenUses(all))
  const used = { ...all, refusedTokens, tokenUses, readiness, changesRefused, traces, meter: metrics?.meter ?? null }
  const url = await listen(
    made.adopt(await createTransports(config, used), (app) => app.close()),
    config,
  )
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

/** Erases, warns and removes what is due, now and from then on. */
async function startUpkeep(parts: Parts, config: Config): Promise<AsyncDisposable> {
  await using begun = new AsyncDisposableStack()
  begun.use(await keepErasingExpired(parts))
  begun.use(await keepWarningOfExpiry(parts))
  begun.use(keepPruning(parts, prunedBy(config, parts)))
  if (config.signIn) begun.use(keepEndingUnusedSessions(parts))
  return begun.move()
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

/** Loaded lazily, like the metrics. */
async function openSignIn(settings: SignInSettings, parts: Parts): Promise<SignIn> {
  const { createSignIn } = await import('./sign-in/sign-in.ts')
  return createSignIn(settings, parts)
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

/** What is removed once it is old; a round of events or sessions that finds none writes nothing. */
const prunedBy = ({ keepRotations, keepSessions, webhooks }: Config, { store }: Parts): readonly Pruned[] => [
  ...(keepRotations === null
    ? []
    : [
        {
          what: 'rotations' as const,
          keptFor: keepRotations,
          prune: ({ before, ...batch }: PrunedBatch) => store.pruneRotations({ ...batch, endedBefore: before }),
        },
      ]),
  { what: 'events', keptFor: webhooks.keptFor, prune: (batch) => store.pruneEvents(batch) },
  {
    what: 'sessions',
    keptFor: keepSessions,
    prune: ({ before, ...batch }) => store.pruneSessions({ ...batch, endedBefore: before }),
  },
]

async function openServiceAccounts(settings: SignInSettings | null, parts: Parts): Promise<ServiceAccounts | null> {
  if (!settings?.audience) return null
  const { createServiceAccounts } = await import('./sign-in/service-accounts.ts')
  return createServiceAccounts(settings, settings.audience, parts)
}

/** The URL of the destination is for the log: a caller may belong to one tenant. */
const refusalFor = (fault: StreamFault | null): Failure | null =>
  fault && failureOfCode('AuditUnavailable', { message: undelivered, info: ['reason=audit-stream'] })

const undelivered =
  'A destination that must receive the audit does not take it, so nothing may be changed. Repair what the server logs about it.'

/** The same parts with spans around their work, where there are traces. */
const observed = (parts: Parts, traces: Traces | null): Parts =>
  traces ? { ...parts, store: traces.store(parts.store), validator: traces.validator(parts.validator) } : parts

function logClockStep(log: Logger, difference: number): void {
  if (difference === 0) log.warn('the system clock agrees with the elapsed time again')
  else
    log.error(
      { differenceSeconds: Math.round(difference / 1_000) },
      'the system clock was set while the server runs; the server keeps its own time. Check the clock, then restart',
    )
}

/** That of the store, which other servers may share. */
const clockOf = (store: Store, log: Logger) =>
  createClock({
    wall: () => Date.now() + store.clockOffset(),
    onStep: (difference) => logClockStep(log, difference),
  })

/** A clock behind the last commit makes expired tokens valid again: an operator must know. */
async function compareWithLastCommit({ store, clock, log }: Pick<Parts, 'store' | 'clock' | 'log'>): Promise<void> {
  const [last] = (await store.listAudit({ limit: 1 }, null)).records
  const behind = last ? Date.parse(last.at) - clock.now() : 0
  if (behind > tolerableLag)
    log.error(
      { lastCommit: last?.at, behindSeconds: Math.round(behind / 1_000) },
      'the system clock is behind the last audit record, so expired tokens may be valid. Check the clock, then restart',
    )
}

/** Milliseconds; another process on the same clock may have written a moment ago. */
const tolerableLag = 60_000

async function endInterrupted({ store, clock, log }: Parts): Promise<void> {
  const ended = await store.endInterrupted({ actor: 'strongroom serve', at: clock.now() })
  if (ended > 0)
    log.warn({ ended }, 'the last stop interrupted rotations or checks; the old credentials are still active')
}

type Used = Parts & {
  readonly refusedTokens: RefusedTokens
  readonly tokenUses: TokenUses
  readonly readiness: Readiness
  readonly changesRefused: () => Failure | null
  readonly meter: RequestMeter | null
  readonly traces: Traces | null
}

async function createTransports(config: Config, parts: Used): Promise<FastifyInstance> {
  const tls = config.tls && { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) }
  const allowedHosts = new Set(['localhost', '127.0.0.1', '[::1]', ...config.allowedHosts])
  const { behindProxy, proxyAddresses, limits, accessLog } = config
  const tokens = createVerifiedTokens(parts)
  const recall = createRecall(tokens)
  const tokenLimiter = createTokenLimiter(limits)
  const { store, log, tokenUses, readiness, meter, traces, wrapFastPath: wrap = (fastPath) => fastPath } = parts
  const app = await createListener({
    log,
    accessLog,
    allowedHosts,
    tls,
    behindProxy,
    proxyAddresses,
    limits,
    meter,
    enterRequest: traces?.enterRequest ?? null,
    fastPath: { store, recall, tokens, tokenUses, tokenLimiter, log, wrap },
  })
  const operations = createOperations({ ...parts, store: tokenUses.shownBy(store) })
  const untraced = createPerform(operations, { log, changesRefused: parts.changesRefused })
  const perform = traces?.perform(untraced) ?? untraced
  addHealthRoutes(app, readiness)
  await addDocsPage(app)
  const signIn = config.signIn && (await openSignIn(config.signIn, parts))
  await app.register(async (open) => addSignInRoutes(open, signIn))
  await app.register(async (transports) => {
    const serviceAccounts = await openServiceAccounts(config.signIn, parts)
    const authenticate = await addAuthentication(transports, { ...parts, tokenLimiter, serviceAccounts }, limits)
    refuseOtherMethods(app, { routes: new Map([...restMethods, ...trpcMethods]), authenticate })
    if (signIn) addSignOutRoute(transports, signIn)
    await transports.register(async (rest) => addRestRoutes(rest, { perform, recall }))
    await transports.register(async (trpc) => addTrpcRoutes(trpc, { perform, recall, log }))
  })
  return app
}

async function listen(app: FastifyInstance, { host, port, tls }: Config): Promise<string> {
  await app.listen({ host, port, backlog: mostWaitingConnections })
  const { address, family, port: actual } = app.server.address() as AddressInfo
  return `${tls ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${actual}`
}
