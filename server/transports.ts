import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Failure } from '../shared/failure.ts'
import type { ServiceAccounts } from './access/authenticate.ts'
import type { RefusedTokens } from './access/refused-tokens.ts'
import type { TokenUses } from './access/token-uses.ts'
import { createVerifiedTokens } from './access/verified-tokens.ts'
import type { Config } from './config.ts'
import type { Parts } from './context/parts.ts'
import { createOperations } from './core/operations.ts'
import { createPerform } from './core/perform.ts'
import type { Readiness } from './core/readiness.ts'
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
import type { SignInSettings } from './sign-in/settings.ts'
import type { SignIn } from './sign-in/sign-in.ts'
import type { Traces } from './tracing/traces.ts'

/** What requests meet, in addition to what operations use. */
type TransportParts = Parts & {
  readonly refusedTokens: RefusedTokens
  readonly tokenUses: TokenUses
  readonly readiness: Readiness
  readonly changesRefused: () => Failure | null
  readonly meter: RequestMeter | null
  readonly traces: Traces | null
}

/** Everything that a server answers: REST, tRPC, sign-in, health and the pages of the API. It does not listen yet. */
export async function createTransports(config: Config, parts: TransportParts): Promise<FastifyInstance> {
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

/** Answers the origin on which it listens from now on. */
export async function listen(app: FastifyInstance, { host, port, tls }: Config): Promise<string> {
  await app.listen({ host, port, backlog: mostWaitingConnections })
  const { address, family, port: actual } = app.server.address() as AddressInfo
  return `${tls ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${actual}`
}

/** Loaded lazily: a server without an identity provider does without its code. */
async function openSignIn(settings: SignInSettings, parts: Parts): Promise<SignIn> {
  const { createSignIn } = await import('./sign-in/sign-in.ts')
  return createSignIn(settings, parts)
}

async function openServiceAccounts(settings: SignInSettings | null, parts: Parts): Promise<ServiceAccounts | null> {
  if (!settings?.audience) return null
  const { createServiceAccounts } = await import('./sign-in/service-accounts.ts')
  return createServiceAccounts(settings, settings.audience, parts)
}
