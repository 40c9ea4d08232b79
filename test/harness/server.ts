import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTRPCClient, httpBatchLink, type TRPCClient } from '@trpc/client'
import { hashToken, mintToken } from '../../server/access/token-text.ts'
import { type App, createApp } from '../../server/app.ts'
import { type Config, configOf, keyFileIn } from '../../server/config.ts'
import type { Parts } from '../../server/context/parts.ts'
import { defaultLimits, type Limits } from '../../server/http/request/limits.ts'
import { type IssueOptions, issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { type Simulator, startSimulator } from '../../server/providers/simulator/simulator.ts'
import { serveFolder } from '../../server/serving.ts'
import type { Store } from '../../server/store/store.ts'
import { createKeyFile } from '../../server/vault/key-file.ts'
import { openVault } from '../../server/vault/open-vault.ts'
import { usualWebhookSettings } from '../../server/webhooks/settings.ts'
import { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import type { ProviderId } from '../../shared/providers.ts'
import type { AppRouter } from '../../shared/router.ts'
import type { Everything, Followed, StoredFolder } from '../store/engine.ts'
import { dataOf, engineOfServers } from '../store/engines.ts'
import { putSeededData } from './copied-data.ts'
import { seed } from './seed.ts'

export type TokenOptions = {
  readonly permissions?: readonly Permission[]
  readonly tenantId?: Id | null
  /** CIDR ranges. */
  readonly allowedFrom?: readonly string[]
  readonly name?: string
  /** Epoch milliseconds. */
  readonly createdAt?: number
  /** Epoch milliseconds; by default so late that no screen warns of it. */
  readonly expiresAt?: number
}

export type TestConfig = Partial<Omit<Config, 'limits'>> & { readonly limits?: Partial<Limits> }

/** A test shares its event loop with the server, so how late that is, or a request, says nothing of the server. */
const testLimits: Limits = { ...defaultLimits, maxEventLoopDelay: 0, headersTimeout: 60_000, requestTimeout: 60_000 }

/** Nothing is sent, so that what is stored stays as a test left it. */
const webhooksAtRest = { ...usualWebhookSettings, paces: { ...usualWebhookSettings.paces, look: 3_600_000 } }

/** A real server over a real store, and the real provider simulator. */
export type TestServer = AsyncDisposable & {
  readonly app: App
  readonly url: string
  readonly dataDir: string
  readonly data: StoredFolder
  readonly simulator: Simulator
  /** Everything that is stored; it is read only when something was written since the last call. */
  stored(): Promise<Everything>
  /**
   * A new operator token; every permission on the whole platform by default. Where a valid token has its name, it
   * gets a number: "tester 2".
   */
  token(options?: TokenOptions): Promise<string>
  /** New credentials that the simulator knows. */
  credentials(provider: ProviderId, options?: IssueOptions): Promise<{ apiKey: string; secretApiKey: string }>
  trpc(token: string): TRPCClient<AppRouter>
  rest(token: string | null, path: string, init?: RequestInit): Promise<Response>
}

/** Without a folder of its own it is a copy of the same installation as the others of this process, with its keys. */
export async function startTestServer(config: TestConfig = {}, parts: Partial<Parts> = {}): Promise<TestServer> {
  const dataDir = config.dataDir ?? (await mkdtemp(join(tmpdir(), 'strongroom-test-')))
  const limits = { ...testLimits, ...config.limits }
  const opened = config.dataDir || parts.store ? null : await openOnOtherEngine(dataDir)
  const store = parts.store ?? opened
  const isSeeded = !config.dataDir && !config.keyFile && !store
  if (isSeeded) await putSeededData(dataDir)
  const simulator = await startSimulator({ state: { keys: [] } })
  const given = { port: 0, logLevel: 'silent' as const, webhooks: webhooksAtRest, ...config }
  const settings = { simulatorUrl: simulator.url, ...given, limits, dataDir }
  const app = await serve(configOf(settings), { ...parts, ...(store && { store }) }).catch(async (error) => {
    await simulator.stop()
    throw error
  })
  if (!config.dataDir && !isSeeded) await seed(app.store)
  // Tests of files are not run on an engine that has none.
  const data = opened ? (engineOfServers.dataOf(dataDir) as StoredFolder) : dataOf(dataDir)
  let followed: Followed | null = null
  return {
    app,
    url: app.url,
    dataDir,
    data,
    simulator,
    stored() {
      followed ??= data.truth.follow()
      return followed.everything()
    },
    token: (options) => createToken(app, options),
    credentials: async (provider, options) => {
      const issued = await issueCredentials(provider, options)
      simulator.addKey(issued.key)
      return issued.credentials
    },
    trpc: (token) => clientOf(app.url, token),
    rest: (token, path, init) => fetch(app.url + path, withToken(token, init)),
    [Symbol.asyncDispose]: async () => {
      followed?.[Symbol.dispose]()
      await app[Symbol.asyncDispose]()
      await opened?.close()
      await simulator.stop()
      if (!config.dataDir) await rm(dataDir, { recursive: true })
    },
  }
}

/** The store of the engine that STRONGROOM_ENGINE names, where that is not the one of data folders. */
async function openOnOtherEngine(dataDir: string): Promise<Store | null> {
  if (engineOfServers.name === 'sqlite') return null
  createKeyFile(keyFileIn(dataDir))
  return engineOfServers.dataOf(dataDir).open()
}

/** A store that is given is its maker's to hold and to close. */
async function serve(config: Config, { store, ...parts }: Partial<Parts>): Promise<App> {
  if (!store) return serveFolder(config, parts)
  return createApp(config, { store, vault: await openVault(store, config.keyFile), ...parts })
}

async function createToken({ store }: App, options: TokenOptions = {}): Promise<string> {
  const {
    permissions = Permission.options,
    tenantId = null,
    allowedFrom = null,
    name = 'tester',
    createdAt = Date.now(),
    expiresAt = Date.now() + 90 * 86_400_000,
  } = options
  const token = mintToken()
  const wanted = { hash: hashToken(token), permissions, tenantId, allowedFrom, expiresAt, actor: 'joan.clarke' }
  for (let number = 1; ; number += 1) {
    const unique = number === 1 ? name : `${name} ${number}`
    const created = await store.createToken({ ...wanted, name: unique, at: createdAt })
    if (created.kind === 'created') return token
    if (created.kind === 'refused') throw new Error(created.failure.message)
  }
}

const clientOf = (url: string, token: string) =>
  createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${url}/trpc`, headers: { authorization: `Bearer ${token}` } })],
  })

function withToken(token: string | null, init: RequestInit = {}): RequestInit {
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (init.body && !headers.has('content-type')) headers.set('content-type', 'application/json')
  return { ...init, headers }
}
