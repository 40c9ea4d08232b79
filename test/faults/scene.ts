import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashToken, mintToken } from '../../server/access/token-text.ts'
import type { App } from '../../server/app.ts'
import { configOf } from '../../server/config.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import type { Mode } from '../../server/providers/simulator/modes.ts'
import { type Simulator, startSimulator } from '../../server/providers/simulator/simulator.ts'
import { serveFolder } from '../../server/serving.ts'
import { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import type { ProviderId } from '../../shared/providers.ts'
import { type Child, type ChildSettings, startChild } from './child.ts'
import { brokenInvariants, installedIn, type Offer } from './invariants.ts'
import { type Injection, underFault } from './strace.ts'

const tenantId = '1' as Id

type Request = Pick<Offer, 'custodianId' | 'credentials' | 'key'>

/** A data folder whose custodians have active credentials, the provider, and the memory of what was answered. */
export type Scene = AsyncDisposable & {
  readonly dataDir: string
  /** Its operator token; every permission on the whole platform. */
  readonly token: string
  readonly simulator: Simulator
  readonly custodians: readonly Id[]
  readonly history: readonly Offer[]
  /** A server on the folder in a process of its own; null when the fault ended it before it listened. */
  start(fault?: Injection, settings?: Partial<ChildSettings>): Promise<Child | null>
  /** Calls a path of the server with the scene's token. */
  call(server: { readonly url: string }, path: string, init?: RequestInit): Promise<Response>
  /** Rotates to new credentials and remembers what came of it. */
  offer(server: { readonly url: string }, custodianId: Id, mode?: Mode): Promise<Offer>
  /** Sends an offer again, with the same credentials under the same Idempotency-Key. */
  retry(server: { readonly url: string }, offer: Offer): Promise<Offer>
  /** Starts a server again, asks the provider about all active credentials, and says which invariants are broken. */
  examine(): Promise<string[]>
}

type Options = {
  /** One custodian at each. */
  readonly providers?: readonly ProviderId[]
  /** Whether each custodian gets credentials; only Copper's can. */
  readonly withCredentials?: boolean
}

export async function setScene({ providers = ['copper'], withCredentials = true }: Options = {}): Promise<Scene> {
  const dataDir = await mkdtemp(join(tmpdir(), 'strongroom-faults-'))
  const simulator = await startSimulator({ state: { keys: [] } })
  const custodians = providers.map((_, index) => `${index + 1}` as Id)
  const history: Offer[] = []
  const token = mintToken()
  const serveHere = () => serveFolder(configOf({ dataDir, port: 0, logLevel: 'silent' }))
  const call: Scene['call'] = ({ url }, path, init = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers }
    return fetch(url + path, { ...init, headers })
  }
  const send = async (server: { readonly url: string }, { custodianId, credentials, key }: Request): Promise<Offer> => {
    const headers = { 'idempotency-key': key }
    const init = { method: 'PUT', headers, body: JSON.stringify({ tenantId, ...credentials }) }
    const path = `/platform/admin/custodians/${custodianId}/update_api_keys`
    const made = { custodianId, credentials, key, ...(await outcomeOf(() => call(server, path, init))) }
    history.push(made)
    return made
  }
  const offer: Scene['offer'] = async (server, custodianId, mode = 'ok') => {
    const { credentials, key } = await issueCredentials('copper', { account: `account-${custodianId}`, mode })
    simulator.addKey(key)
    return send(server, { custodianId, credentials, key: randomUUID() })
  }
  await using app = await serveHere()
  await fill(app, { token, providers, baseUrl: simulator.url })
  if (withCredentials) await Promise.all(custodians.map((custodianId) => offer(app, custodianId)))
  return {
    dataDir,
    token,
    simulator,
    custodians,
    history,
    start: (fault, settings) => startChild({ dataDir, logLevel: 'silent', ...settings }, fault && underFault(fault)),
    call,
    offer,
    retry: send,
    examine: async () => {
      const refused = await refusedCredentials(await serveHere(), { custodians, call })
      return [...refused, ...(await brokenInvariants(installedIn(dataDir), history))]
    },
    [Symbol.asyncDispose]: async () => {
      await simulator.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

type Filling = { readonly token: string; readonly providers: readonly ProviderId[]; readonly baseUrl: string }

async function fill({ store }: App, { token, providers, baseUrl }: Filling): Promise<void> {
  const at = Date.now()
  await store.createToken({
    name: 'tester',
    hash: hashToken(token),
    permissions: Permission.options,
    tenantId: null,
    expiresAt: at + 3_600_000,
    actor: 'test',
    at,
  })
  await store.putTenants([{ tenantId, name: 'First Trust' }])
  await store.putCustodians(
    providers.map((provider, index) => ({
      custodianId: `${index + 1}` as Id,
      tenantId,
      name: `Custodian ${index + 1}`,
      provider,
      baseUrl,
    })),
  )
}

/** Answers that leave open whether the credentials were stored; every other failure says that nothing was changed. */
const leavesOpen = new Set(['OutcomeUnknown', 'UnexpectedError'])

/** What a caller knows of a rotation. */
export async function outcomeOf(send: () => Promise<Response>): Promise<Pick<Offer, 'answer' | 'rotationId' | 'code'>> {
  try {
    const response = await send()
    const rotationId = response.headers.get('rotation-id')
    const { error } = (await response.json()) as { error: { code: string } | null }
    const answer = error === null ? 'ok' : leavesOpen.has(error.code) ? 'unknown' : 'fail'
    return { answer, rotationId, code: error?.code ?? null }
  } catch {
    return { answer: 'unknown', rotationId: null, code: null }
  }
}

async function refusedCredentials(
  app: App,
  { custodians, call }: Pick<Scene, 'custodians' | 'call'>,
): Promise<string[]> {
  await using server = app
  const checks = custodians.map(async (custodianId) => {
    const response = await call(server, `/platform/admin/custodians/${custodianId}/check_api_keys`, { method: 'POST' })
    const { value } = (await response.json()) as { value: { verdict: string } | null }
    return value?.verdict === 'valid'
      ? []
      : [`I1: the provider calls the credentials of ${custodianId} ${value?.verdict}`]
  })
  return (await Promise.all(checks)).flat()
}
