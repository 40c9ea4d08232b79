import { randomUUID } from 'node:crypto'
import type { OperationName } from '../../shared/operations.ts'
import type { Id } from '../../shared/primitives.ts'
import { test as base } from '../harness/fixtures.ts'
import { membersOf } from '../harness/inputs.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import type { TestServer } from '../harness/server.ts'
import { type Ask, restRequest, restTransport, trpcRequest } from './transports.ts'

export const strangers = ['none', 'malformed', 'expired', 'revoked'] as const
export const callers = ['otherTenant', 'reader', 'operator', 'tenantAdmin', 'platformAdmin'] as const
export type Identity = (typeof strangers)[number] | (typeof callers)[number]

/** Of the first tenant, of the second, of none. All callers but `otherTenant` and `platformAdmin` are of the first. */
export const objects = ['firsts', 'seconds', 'missing'] as const
type Members = Readonly<Record<'tenantId' | 'custodianId' | 'rotationId', string>>

export const requestOf = { REST: restRequest, tRPC: trpcRequest }
export type Transport = keyof typeof requestOf

/** Two tenants, active credentials for a custodian of each, and a token for every identity. */
type Platform = {
  readonly members: Readonly<Record<(typeof objects)[number], Members>>
  /** The operation asked with those of the members that it takes, and with good credentials where it takes any. */
  ask(name: OperationName, identity: Identity, members: Members): Promise<Ask>
  /** Everything a call can leave behind. */
  traces(): Promise<object>
}

const account = randomUUID()

async function tokensAt(server: TestServer): Promise<Readonly<Record<Identity, string | null>>> {
  const first = { tenantId: tenants.first }
  const second = { tenantId: tenants.second }
  const revoked = await server.token({ name: 'revoked' })
  await server.app.store.revokeToken({ token: 'revoked', actor: 'test', at: Date.now() })
  // Its first use is audited; the others of the hour leave no trace.
  await server.rest(revoked, '/platform/admin/session')
  return {
    none: null,
    malformed: 'srt_malformed',
    expired: await server.token({ expiresAt: Date.now() - 1 }),
    revoked,
    otherTenant: await server.token(second),
    reader: await server.token({ ...first, permissions: ['wallets:read'] }),
    operator: await server.token({ ...first, permissions: ['custodians:read', 'custodians:update', 'wallets:read'] }),
    tenantAdmin: await server.token(first),
    platformAdmin: await server.token(),
  }
}

/** The current version of the object that a change names, and a value that none has. */
async function administration(
  { app: { store } }: TestServer,
  name: OperationName,
  { identity, members }: { readonly identity: Identity; readonly members: Members },
) {
  const switchTenant = async (tenantId: string, isDisabled: boolean) => {
    const key = { kind: 'tenant', id: tenantId as Id, seenBy: null } as const
    const { version = 1 } = (await store.findItem(key)) ?? {}
    await store.switchItem({ ...key, version, isDisabled, actor: 'test', at: Date.now() })
  }
  // The tokens of both tenants have to work; only a platform administrator gets as far as to enable one.
  for (const tenantId of Object.values(tenants)) await switchTenant(tenantId, false)
  if (name === 'tenants.enable' && identity === 'platformAdmin') await switchTenant(members.tenantId, true)
  const tenant = await store.findItem({ kind: 'tenant', id: members.tenantId as Id, seenBy: null })
  return { version: tenant?.version ?? 1, name: `Name ${randomUUID()}` }
}

async function platformAt(server: TestServer): Promise<Platform> {
  const tokens = await tokensAt(server)
  const ask: Platform['ask'] = async (name, identity, members) => {
    const all = {
      ...members,
      ...(await server.credentials('copper', { account })),
      ...(await administration(server, name, { identity, members })),
    }
    const input = Object.fromEntries(Object.entries(all).filter(([member]) => member in membersOf(name)))
    return { name, input, token: tokens[identity] }
  }
  const rotate = async (tenantId: string, custodianId: string): Promise<Members> => {
    const called = await ask('custodians.updateApiKeys', 'platformAdmin', { tenantId, custodianId, rotationId: '' })
    return { tenantId, custodianId, rotationId: (await restTransport(server, called)).rotationId as string }
  }
  return {
    members: {
      firsts: await rotate(tenants.first, custodians.copper),
      seconds: await rotate(tenants.second, custodians.large),
      missing: { tenantId: id(998), custodianId: id(999), rotationId: randomUUID() },
    },
    ask,
    traces: async () => ({ stored: await server.data.truth.everything(), asked: server.simulator.counters.total() }),
  }
}

/** The tests of a file share one platform. */
export const test = base
  .extend('config', { scope: 'file' }, { limits: { failedAuthentications: 10_000 } })
  .extend('platform', { scope: 'file' }, ({ server }) => platformAt(server))
