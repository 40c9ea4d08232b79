import { randomUUID } from 'node:crypto'
import { issueToken } from '../../server/access/issue-token.ts'
import type { ItemKey, ItemKind } from '../../server/store/items.ts'
import type { Store } from '../../server/store/store.ts'
import type { OperationName } from '../../shared/operations.ts'
import type { Id } from '../../shared/primitives.ts'
import { test as base } from '../harness/fixtures.ts'
import { membersOf } from '../harness/inputs.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import type { TestServer } from '../harness/server.ts'
import { addDelivered, addWebhook } from '../harness/webhooks.ts'
import { type Ask, restRequest, restTransport, trpcRequest } from './transports.ts'

export const strangers = ['none', 'malformed', 'expired', 'revoked'] as const
export const callers = ['otherTenant', 'reader', 'operator', 'tenantAdmin', 'platformAdmin'] as const
export type Identity = (typeof strangers)[number] | (typeof callers)[number]

/** Of the first tenant, of the second, of none. All callers but `otherTenant` and `platformAdmin` are of the first. */
export const objects = ['firsts', 'seconds', 'missing'] as const
type ReserveMember = 'blockchainId' | 'chainTokenId' | 'reserveAccountId'
type WebhookMember = 'webhookId' | 'eventId'
type Members = Readonly<
  Record<'tenantId' | 'custodianId' | 'rotationId' | 'tokenId' | 'walletId' | ReserveMember | WebhookMember, string>
>

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

/** What each group of operations administers, and the member that names one. */
const administered = {
  tenants: ['tenant', 'tenantId'],
  custodians: ['custodian', 'custodianId'],
  wallets: ['wallet', 'walletId'],
  networks: ['network', 'blockchainId'],
  chainTokens: ['chain-token', 'chainTokenId'],
  reserveAccounts: ['reserve-account', 'reserveAccountId'],
  webhooks: ['webhook', 'webhookId'],
} as const satisfies Record<string, readonly [ItemKind, keyof Members]>

/** The current version of the object that a change names, and a value that none has. */
async function administration(
  { app: { store } }: TestServer,
  name: OperationName,
  { identity, members }: { readonly identity: Identity; readonly members: Members },
) {
  const keyOf = (of: ItemKind, itemId: string): ItemKey => ({ kind: of, id: itemId as Id, seenBy: null })
  const setDisabled = async (item: ItemKey, isDisabled: boolean) => {
    const found = await store.findItem(item)
    // A switch is a commit and an audit record, and everything that is stored is compared for each request.
    if (found && 'disabled' in found && found.disabled === isDisabled) return
    await store.switchItem({ ...item, version: found?.version ?? 1, isDisabled, actor: 'test', at: Date.now() })
  }
  const [kind, member] = administered[name.split('.')[0] as keyof typeof administered] ?? administered.custodians
  const key = keyOf(kind, members[member])
  // The tokens and custodians of both tenants have to work; only what may enable one finds it disabled.
  for (const tenantId of Object.values(tenants)) await setDisabled(keyOf('tenant', tenantId), false)
  for (const custodianId of Object.values(custodians)) await setDisabled(keyOf('custodian', custodianId), false)
  const mayEnable = identity === 'platformAdmin' || (kind === 'custodian' && mayAdminister(identity, members))
  for (const of of ['network', 'chain-token', 'reserve-account', 'webhook'] as const)
    for (const itemId of ['1', '2']) await setDisabled(keyOf(of, itemId), false)
  if (name.endsWith('.enable') && mayEnable) await setDisabled(key, true)
  await setFrozen(store, name === 'freezes.thaw' ? (members.tenantId as Id) : null)
  const { version = 1 } = (await store.findItem(key)) ?? {}
  const unique = randomUUID()
  const ofNew = name.endsWith('.create') ? { contractAddress: unique, address: unique, decimals: 7 } : {}
  return { version, name: `Name ${unique}`, provider: 'copper', symbol: unique, label: unique, ...ofNew }
}

/** Only what is to be thawed is frozen. */
async function setFrozen(store: Store, tenantId: Id | null): Promise<void> {
  const by = { reason: 'a test', actor: 'test', at: Date.now() }
  for (const frozen of await store.listFreezes(null)) await store.thaw({ tenantId: frozen.tenantId, ...by })
  if (tenantId !== null) await store.freeze({ tenantId, ...by })
}

/** An operator token of this tenant, to be looked at, changed or revoked by others. */
async function tokenIn({ app: { store } }: TestServer, tenantId: string): Promise<string> {
  const wanted = { permissions: ['wallets:read'], tenantId: tenantId as Id, lifetimeMs: 3_600_000 } as const
  const issued = await issueToken(store, {
    ...wanted,
    name: `${tenantId === tenants.second ? 'Second Trust' : 'First'} ${randomUUID()}`,
    actor: 'test',
  })
  if (issued.kind !== 'issued') throw new Error('the name is taken')
  return issued.tokenId
}

/** What an operation on an operator token needs: its version, and one that works yet where it is to be revoked. */
async function tokenAdministration(
  server: TestServer,
  name: OperationName,
  { identity, members }: { readonly identity: Identity; readonly members: Members },
) {
  const token = await server.app.store.findTokenById({ tokenId: members.tokenId as Id, seenBy: null })
  const isSeen = identity === 'platformAdmin' || (token?.tenantId === tenants.second) === (identity === 'otherTenant')
  const isStopped = /^tokens\.(revoke|disable|enable)$/.test(name) && token?.tenantId && isSeen
  const tokenId = (isStopped ? await tokenIn(server, token.tenantId) : members.tokenId) as Id
  const disable = { tokenId, seenBy: null, version: 1, isDisabled: true, actor: 'test', at: Date.now() }
  if (isStopped && name === 'tokens.enable') await server.app.store.switchToken(disable)
  const named = await server.app.store.findTokenById({ tokenId, seenBy: null })
  return {
    tokenId,
    permissions: ['wallets:read'],
    expiresAt: new Date(Date.now() + 86_400_000 * (1 + Math.random())).toISOString(),
    reason: 'a test',
    ...(name.startsWith('tokens.') && { version: named?.version ?? 1 }),
  }
}

/** One that may be deleted, and an event that may be sent again. */
async function webhookAdministration(
  { app: { store } }: TestServer,
  name: OperationName,
  { identity, members }: { readonly identity: Identity; readonly members: Members },
) {
  const webhookId = members.webhookId as Id
  const isThere = (await store.findItem({ kind: 'webhook', id: webhookId, seenBy: null })) !== null
  const isAsked = identity === 'platformAdmin' && isThere
  return {
    url: `https://hooks.example.com/${randomUUID()}`,
    eventTypes: ['data.damaged'],
    ...(isAsked && name === 'webhooks.delete' && { webhookId: await addWebhook(store), version: 1 }),
    ...(isAsked && name === 'webhooks.redeliver' && { eventId: await addDelivered(store, webhookId) }),
  }
}

/** Whether the members are those of the caller's own tenant. */
const mayAdminister = (identity: Identity, { tenantId, custodianId }: Members): boolean =>
  (identity === 'otherTenant' && tenantId === tenants.second && custodianId === custodians.large) ||
  (identity === 'tenantAdmin' && tenantId === tenants.first && custodianId === custodians.copper)

async function platformAt(server: TestServer): Promise<Platform> {
  const tokens = await tokensAt(server)
  const ask: Platform['ask'] = async (name, identity, members) => {
    const all = {
      ...members,
      ...(await server.credentials('copper', { account })),
      ...(await administration(server, name, { identity, members })),
      query: members.walletId,
      ...(await webhookAdministration(server, name, { identity, members })),
      ...(await tokenAdministration(server, name, { identity, members })),
    }
    const input = Object.fromEntries(Object.entries(all).filter(([member]) => member in membersOf(name)))
    return { name, input, token: tokens[identity] }
  }
  const rotate = async (tenantId: string, custodianId: string): Promise<Members> => {
    const tokenId = await tokenIn(server, tenantId)
    const isFirst = tenantId === tenants.first
    const place = isFirst ? '1' : '2'
    const ofReserves = { blockchainId: place, chainTokenId: place, reserveAccountId: place }
    const walletId = isFirst ? '201' : '401'
    const webhookId = await addWebhook(server.app.store, { id: id(Number(place)) })
    const eventId = await addDelivered(server.app.store, webhookId)
    const members = { tenantId, custodianId, tokenId, walletId, ...ofReserves, webhookId, eventId, rotationId: '' }
    const called = await ask('custodians.updateApiKeys', 'platformAdmin', members)
    return { ...members, rotationId: (await restTransport(server, called)).rotationId as string }
  }
  return {
    members: {
      firsts: await rotate(tenants.first, custodians.copper),
      seconds: await rotate(tenants.second, custodians.large),
      missing: {
        tenantId: id(998),
        custodianId: id(999),
        rotationId: randomUUID(),
        tokenId: id(997),
        walletId: id(996),
        blockchainId: id(995),
        chainTokenId: id(994),
        reserveAccountId: id(993),
        webhookId: id(992),
        eventId: randomUUID(),
      },
    },
    ask,
    traces: async () => ({ stored: await server.stored(), asked: server.simulator.counters.total() }),
  }
}

/** The tests of a file share one platform. */
export const test = base
  .extend('config', { scope: 'file' }, { limits: { failedAuthentications: 10_000 } })
  .extend('platform', { scope: 'file' }, ({ server }) => platformAt(server))
