import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import { configOf } from '../../server/config.ts'
import type { Parts } from '../../server/core/parts.ts'
import { openDataFolder } from '../../server/data-folder.ts'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import type { Store } from '../../server/store/store.ts'
import type { EnvelopeError } from '../../shared/envelope.ts'
import type { Id } from '../../shared/primitives.ts'
import { custodians, seed, tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import type { StoredData } from '../store/engine.ts'
import { dataOf } from '../store/engines.ts'

export const pathOf = (custodianId: string, operation: string) =>
  `/platform/admin/custodians/${custodianId}/${operation}`

/** Body and answer of REST operations that take a pair. */
export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly error: z.infer<typeof EnvelopeError> | null
    readonly value: Record<string, unknown> | null
  }
}

type Options = { readonly custodianId?: Id; readonly tenantId?: Id; readonly headers?: Record<string, string> }

/** An operator at the REST door: what a console or a script would do, with the first tenant's Copper custodian at hand. */
export type Operator = {
  readonly token: string
  rotate(credentials: PlainCredentials, options?: Options): Promise<Answer>
  validate(credentials: PlainCredentials, options?: Options): Promise<Answer>
  check(custodianId?: Id): Promise<Answer>
  /** The custodian as it is listed. */
  custodian(custodianId?: Id): Promise<Record<string, unknown>>
  /** Its rotations, newest first. */
  rotations(custodianId?: Id): Promise<Record<string, unknown>[]>
  /** Kinds of its audit records, oldest first. */
  audit(custodianId?: Id): Promise<string[]>
}

export async function operatorAt(server: TestServer, token?: string): Promise<Operator> {
  const known = token ?? (await server.token())
  const call = async (path: string, method: string, body?: object): Promise<Answer> => {
    const response = await server.rest(known, path, { method, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
  }
  const offer =
    (operation: string, method: string): Operator['rotate'] =>
    async (credentials, { custodianId = custodians.copper, tenantId = tenants.first, headers = {} } = {}) => {
      const init = { method, headers, body: JSON.stringify({ tenantId, ...credentials }) }
      const response = await server.rest(known, pathOf(custodianId, operation), init)
      return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
    }
  const api = server.trpc(known)
  return {
    token: known,
    rotate: offer('update_api_keys', 'PUT'),
    validate: offer('validate_api_keys', 'POST'),
    check: (custodianId = custodians.copper) => call(pathOf(custodianId, 'check_api_keys'), 'POST'),
    custodian: async (custodianId = custodians.copper) =>
      (await api.custodians.list.query({})).find(({ id }) => id === custodianId) as Record<string, unknown>,
    rotations: (custodianId = custodians.copper) => api.custodians.rotations.query({ custodianId }),
    audit: async (custodianId = custodians.copper) =>
      (await api.audit.list.query({ custodianId })).records.map(({ kind }) => kind).reverse(),
  }
}

/** An account name for pairs that belong together. */
export const newAccount = () => randomUUID()

/** A server whose store behaves differently in some of its methods, as when its disk fails. */
export async function startWithStore(
  change: (store: Store) => Partial<Store>,
  parts: Partial<Parts> = {},
): Promise<TestServer> {
  await using made = new AsyncDisposableStack()
  const { dataDir } = made.use(await makeFolder())
  const store = made.adopt(await openDataFolder(configOf({ dataDir })), (opened) => opened.close())
  await seed(store)
  const server = made.use(await startTestServer({ dataDir }, { ...parts, store: { ...store, ...change(store) } }))
  const owned = made.move()
  return { ...server, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** An empty data folder that outlives its servers. */
export async function makeFolder(): Promise<AsyncDisposable & { readonly dataDir: string; readonly data: StoredData }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'strongroom-test-'))
  return { dataDir, data: dataOf(dataDir), [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }) }
}

/** Resolves once the condition holds; the test's own time-out bounds it. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
}
