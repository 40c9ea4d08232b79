import { randomUUID } from 'node:crypto'
import { issueToken } from '../../server/access/issue-token.ts'
import type { IssueOptions } from '../../server/providers/simulator/issue-credentials.ts'
import type { EndpointName, OperationName } from '../../shared/operations.ts'
import { custodians, icon, id, tenants } from '../harness/seed.ts'
import type { TestServer } from '../harness/server.ts'
import { addDelivered, addWebhook } from '../harness/webhooks.ts'
import { callers } from './platform.ts'

type Input = Readonly<Record<string, unknown>>

/** One call for every transport; each makes its own `input`, so that none meets the traces of another. */
export type Case = {
  readonly title: string
  readonly status: number
  readonly input: Input | ((server: TestServer) => Promise<Input>)
}

const largest = `${2n ** 63n - 1n}`
const missing = id(999)
const copper = { tenantId: tenants.first, custodianId: custodians.copper }
/** The provider account of the active credentials. */
export const account = randomUUID()

const credentialsOf = (options: IssueOptions = {}) => ({
  input: async (server: TestServer) => ({
    ...copper,
    ...(await server.credentials('copper', { account, ...options })),
  }),
})

/** Well-formed credentials that no provider knows. */
const made = { apiKey: 'a'.repeat(32), secretApiKey: 'b'.repeat(48) }
const unknownCredentials = async () => ({ ...copper, ...made, apiKey: randomUUID() })

/** What refuses credentials, to be stored or only to be validated. */
const badCredentials: readonly Case[] = [
  { title: 'credentials with a wrong signature', status: 400, ...credentialsOf({ mode: 'wrong-signature' }) },
  { title: 'credentials without the permission', status: 400, ...credentialsOf({ mode: 'no-permission' }) },
  { title: 'credentials of another account', status: 400, ...credentialsOf({ account: randomUUID() }) },
  { title: 'credentials that the provider never issued', status: 400, input: unknownCredentials },
  { title: 'credentials whose form is wrong', status: 400, input: { ...copper, ...made, apiKey: 'two words' } },
  { title: 'a provider that fails', status: 500, ...credentialsOf({ mode: '500' }) },
  { title: 'a provider that takes no more', status: 500, ...credentialsOf({ mode: 'throttled-retry-after' }) },
  { title: 'an empty and a long key', status: 400, input: { ...copper, apiKey: '', secretApiKey: 'x'.repeat(10_000) } },
  { title: 'keys that are no text', status: 400, input: { ...copper, apiKey: 7, secretApiKey: { a: [null] } } },
  { title: 'a lone surrogate and a NUL', status: 400, input: { ...copper, apiKey: '\ud800', secretApiKey: 'a\0b' } },
  { title: 'no credentials', status: 400, input: copper },
  { title: 'an unknown member', status: 400, input: { ...copper, ...made, keys: 1, constructor: 2 } },
  { title: 'a tenant that is no id', status: 400, input: { ...copper, ...made, tenantId: '007' } },
  { title: 'a tenant that is null', status: 400, input: { ...copper, ...made, tenantId: null } },
  { title: 'a custodian that is no id', status: 400, input: { ...copper, ...made, custodianId: '1e3' } },
  { title: 'a missing custodian', status: 404, input: { ...copper, ...made, custodianId: missing } },
  { title: 'a custodian of another tenant', status: 404, input: { ...copper, ...made, tenantId: tenants.second } },
  { title: 'a missing tenant', status: 404, input: { ...copper, ...made, tenantId: largest } },
]

const listed = (custodianId: string): readonly Case[] => [
  { title: 'a custodian without any', status: 200, input: { custodianId: custodians.second } },
  { title: 'some', status: 200, input: { custodianId } },
  { title: 'the newest', status: 200, input: { custodianId, limit: '1' } },
  ...['0', '1001', '-1', '1.0', ' 1', ''].map((limit) => ({
    title: `a limit of "${limit}"`,
    status: 400,
    input: { custodianId, limit },
  })),
]

const badCursors = (input: Input): readonly Case[] =>
  ['', 'x', 'AAAA', 'A'.repeat(64), '1', 'null', 'a b', 'x'.repeat(5_000)].map((cursor) => ({
    title: `the cursor "${cursor.slice(0, 9)}"`,
    status: 400,
    input: { ...input, cursor },
  }))

const pages: readonly Case[] = [
  { title: 'the first page', status: 200, input: { limit: '1' } },
  { title: 'a page for all', status: 200, input: { limit: '1000' } },
  { title: 'a limit that is none', status: 400, input: { limit: '1001' } },
  { title: 'an unknown member', status: 400, input: { limit: '1', page: '2' } },
  ...badCursors({}),
]

const auditFilters: readonly Input[] = [
  { operator: 'tester' },
  { operator: 'stranger', outcome: 'stored', kind: 'rotation.ended' },
  { outcome: 'wrong-credentials', limit: '3' },
  { tenantId: tenants.first, custodianId: custodians.copper, limit: '1' },
  { rotationId: randomUUID() },
  { from: '2026-01-31T00:00:00Z', to: '2126-01-31T00:00:00.000+01:00' },
  { from: '2026-01-31T00:00:00.1234567-23:59' },
]

const badAuditFilters: readonly Input[] = [
  { operator: '' },
  { operator: 'x'.repeat(257) },
  { outcome: 'lost' },
  { kind: 'rotation' },
  { tenantId: '0' },
  { rotationId: 'last' },
  { from: '2026-01-31', to: 'yesterday' },
  { from: '2026-01-31T00:00:00', to: '2026-02-30T00:00:00Z' },
  { from: '2026-01-31T00:00:00 01:00' },
  { from: '2026-01-31T00:00:00Z', to: '2026-01-31T01:00:00+01:00' },
]

const namedCustodian: readonly Case[] = [
  { title: 'a missing custodian', status: 404, input: { custodianId: missing } },
  { title: 'the largest id', status: 404, input: { custodianId: largest } },
  { title: 'an id beyond int64', status: 400, input: { custodianId: `${2n ** 63n}` } },
]

const wallets = (more: Input, status: number): Case => ({
  title: JSON.stringify(more),
  status,
  input: { tenantId: tenants.first, custodianId: custodians.copper, ...more },
})

const by = () => ({ actor: 'test', at: Date.now() })
let lastId = 5_000
const desk = { tenantId: tenants.second, name: 'Desk', provider: 'copper' }
const newId = () => `${++lastId}`

/** A tenant that nothing refers to, in its first version. */
async function newTenant({ app: { store } }: TestServer) {
  const request = { kind: 'tenant', id: null, seenBy: null, values: { name: 'New' }, ...by() } as const
  const created = await store.createItem(request)
  if (!created.ok) throw new Error(created.error.message)
  return { tenantId: created.value.id, version: '1' }
}

/** A tenant that nothing refers to, and that is not frozen. */
async function emptyTenant({ app: { store } }: TestServer) {
  const tenantId = id(4_999)
  await store.putTenants([{ tenantId, name: 'Quiet' }])
  await store.thaw({ tenantId, reason: 'a test', ...by() })
  return { tenantId }
}

async function frozenTenant(server: TestServer) {
  const named = await emptyTenant(server)
  await server.app.store.freeze({ ...named, reason: 'case 7', ...by() })
  return named
}

async function disabledTenant(server: TestServer) {
  const { tenantId } = await newTenant(server)
  const key = { kind: 'tenant', id: tenantId, seenBy: null, version: 1 } as const
  await server.app.store.switchItem({ ...key, isDisabled: true, ...by() })
  return { tenantId, version: '2' }
}

async function currentTenant({ app: { store } }: TestServer) {
  const tenant = await store.findTenant(tenants.second)
  return { tenantId: tenants.second, version: `${tenant?.version}` }
}

async function newCustodian({ app: { store } }: TestServer) {
  const values = { tenantId: tenants.second, name: 'New', provider: 'copper', baseUrl: null } as const
  const created = await store.createItem({ kind: 'custodian', id: null, seenBy: null, values, ...by() })
  if (!created.ok) throw new Error(created.error.message)
  return { custodianId: created.value.id, version: '1' }
}

async function disabledCustodian(server: TestServer) {
  const { custodianId } = await newCustodian(server)
  const key = { kind: 'custodian', id: custodianId, seenBy: null, version: 1 } as const
  await server.app.store.switchItem({ ...key, isDisabled: true, ...by() })
  return { custodianId, version: '2' }
}

async function currentCustodian({ app: { store } }: TestServer) {
  const custodian = await store.findItem({ kind: 'custodian', id: custodians.large, seenBy: null })
  return { custodianId: custodians.large, version: `${custodian?.version}` }
}

/** A wallet in its first version. */
async function newWallet({ app: { store } }: TestServer, { custodianId = custodians.large } = {}, metadataJson = '{}') {
  const walletId = id(newId())
  const flags = { isVisible: true, isActive: true, isTreasuryEnabled: false, isGasStationEnabled: false }
  const owner = { tenantId: tenants.second, custodianId }
  await store.putWallets([{ walletId, ...owner, blockchainId: id(1), address: '0x1', metadataJson, ...flags }])
  return { walletId, version: '1' }
}

/** A custodian with stored credentials, which are sent to its base URL. */
async function activeCustodian({ app: { store } }: TestServer) {
  const custodian = await store.findItem({ kind: 'custodian', id: custodians.copper, seenBy: null })
  return { custodianId: custodians.copper, version: `${custodian?.version}` }
}

const badBaseUrls = ['http://api.example.com', 'https://api.example.com/x?y=1', 'ftp://a', 'api', '', 7]

const badNames = ['', '  ', 'x'.repeat(201), 'a\nb', 'a\0', 7, null, { a: 1 }]

const badFreezes: readonly Case[] = [
  { title: 'no tenant', status: 400, input: { reason: 'case 7' } },
  { title: 'a tenant that is no ID', status: 400, input: { tenantId: '0', reason: 'case 7' } },
  { title: 'a missing tenant', status: 404, input: { tenantId: missing, reason: 'case 7' } },
  { title: 'no reason', status: 400, input: { tenantId: tenants.first } },
  ...[' ', 'x'.repeat(201), 'two\nlines'].map((reason) => ({
    title: `the reason ${JSON.stringify(reason).slice(0, 12)}`,
    status: 400,
    input: { tenantId: tenants.first, reason },
  })),
  { title: 'an unknown member', status: 400, input: { tenantId: tenants.first, reason: 'case 7', force: true } },
]

/** Versions that a change is not based on. */
const versions = (input: Input): readonly Case[] => [
  { title: 'no version', status: 428, input },
  { title: 'another version', status: 412, input: { ...input, version: '999999' } },
  ...['0', '-1', '1.5', '1e3', '9'.repeat(30)].map((version) => ({
    title: `the version ${version.slice(0, 9)}`,
    status: 400,
    input: { ...input, version },
  })),
]

const later = () => ({ expiresAt: new Date(Date.now() + 86_400_000).toISOString() })

const tokenInput = (more: Input = {}): Input => ({
  name: `Token ${randomUUID()}`,
  tenantId: tenants.first,
  permissions: ['wallets:read'],
  ...more,
})

/** An operator token of the first tenant, in its first version. */
async function newToken({ app: { store } }: TestServer) {
  const wanted = { permissions: ['wallets:read'], tenantId: tenants.first, lifetimeMs: 3_600_000 } as const
  const issued = await issueToken(store, { ...wanted, name: `Token ${randomUUID()}`, actor: 'test' })
  if (issued.kind !== 'issued') throw new Error('the name is taken')
  return { tokenId: issued.tokenId, version: '1' }
}

async function revokedToken(server: TestServer) {
  const { tokenId } = await newToken(server)
  await server.app.store.revokeToken({ token: tokenId, ...by() })
  return { tokenId, version: '2' }
}

async function disabledToken(server: TestServer) {
  const { tokenId } = await newToken(server)
  await server.app.store.switchToken({ tokenId, seenBy: null, version: 1, isDisabled: true, ...by() })
  return { tokenId, version: '2' }
}

const namedToken: readonly Case[] = [
  { title: 'a missing token', status: 404, input: { tokenId: missing } },
  { title: 'the largest id', status: 404, input: { tokenId: largest } },
  { title: 'what is no id', status: 400, input: { tokenId: 'own' } },
]

const tokenLists: readonly Case[] = [
  { title: 'the first', status: 200, input: { limit: '1' } },
  { title: 'all filters', status: 200, input: { state: 'valid', name: 'none', expiresBefore: '2026-01-31T00:00:00Z' } },
  { title: 'an unknown state', status: 400, input: { state: 'lost' } },
  { title: 'a limit that is none', status: 400, input: { limit: '1001' } },
  { title: 'a time that is none', status: 400, input: { expiresBefore: 'soon' } },
]

const badTokens: readonly Input[] = [
  ...['', ' a', '7', 'a\nb', 'x'.repeat(65), 'strongroom serve', 'eve (\u0455trongroom import)', 7, null].map(
    (name) => ({
      name,
    }),
  ),
  { tenantId: undefined },
  { tenantId: '0' },
  { permissions: undefined },
  { permissions: [] },
  { permissions: ['custodians:all'] },
  { role: 'root' },
  { role: 'platform-administrator' },
  { allowedFrom: [] },
  { allowedFrom: ['10.0.0.1/8'] },
  { allowedFrom: ['localhost', '010.0.0.1'] },
  { expiresAt: '2020-01-01T00:00:00Z' },
  { expiresAt: '2999-01-01T00:00:00Z' },
  { expiresAt: 'tomorrow' },
  { token: 'srt_x' },
]

export type Access = Readonly<Record<(typeof callers)[number], string>>

const row = (...outcomes: [string, string, string, string, string]) =>
  Object.fromEntries(callers.map((caller, at) => [caller, outcomes[at]])) as Access

const administrators = (otherTenant: string, tenantAdmin: string, platformAdmin: string) =>
  row(otherTenant, '403 403 403', '403 403 403', tenantAdmin, platformAdmin)

const platformAdminOnly = (outcomes: string, refused = '403 403 403') =>
  row(refused, refused, refused, refused, outcomes)

/**
 * What each caller is answered, in the order of `callers`: for an object of the first tenant, of the second, and a
 * missing one, or once where the operation names none. Callers without a valid token are answered 401.
 */
export const access: Readonly<Record<EndpointName, Access>> = {
  'session.whoAmI': row('200', '200', '200', '200', '200'),
  'search.find': row('200', '200', '200', '200', '200'),
  'tenants.list': row('200', '403', '403', '200', '200'),
  'tenants.get': row('404 200 404', '403 403 403', '403 403 403', '200 404 404', '200 200 404'),
  'tenants.create': row('403', '403', '403', '403', '200'),
  'tenants.update': platformAdminOnly('200 200 404'),
  'tenants.delete': platformAdminOnly('409 409 404'),
  'tenants.disable': platformAdminOnly('200 200 404'),
  'tenants.enable': platformAdminOnly('200 200 404'),
  'reports.reserves': row('403', '403', '403', '403', '200'),
  'custodians.wallets': row('404 200 404', '200 404 404', '200 404 404', '200 404 404', '200 200 404'),
  'custodians.list': row('404 200 404', '403 403 403', '200 404 404', '200 404 404', '200 200 404'),
  'custodians.get': row('404 200 404', '403 403 403', '200 404 404', '200 404 404', '200 200 404'),
  'custodians.create': administrators('404 200 404', '200 404 404', '200 200 404'),
  'custodians.update': administrators('404 200 404', '200 404 404', '200 200 404'),
  'custodians.delete': administrators('404 409 404', '409 404 404', '409 409 404'),
  'custodians.disable': administrators('404 200 404', '200 404 404', '200 200 404'),
  'custodians.enable': administrators('404 200 404', '200 404 404', '200 200 404'),
  'custodians.rotations': row('404 200 404', '403 403 403', '200 404 404', '200 404 404', '200 200 404'),
  'custodians.rotation': row('404 200 404', '403 403 403', '200 404 404', '200 404 404', '200 200 404'),
  'custodians.updateApiKeys': row('404 200 404', '403 403 403', '200 404 404', '200 404 404', '200 200 404'),
  'custodians.validateApiKeys': row('404 200 404', '403 403 403', '200 404 404', '200 404 404', '200 200 404'),
  'custodians.checkApiKeys': row('404 200 404', '403 403 403', '200 404 404', '200 404 404', '200 200 404'),
  'wallets.get': row('404 200 404', '200 404 404', '200 404 404', '200 404 404', '200 200 404'),
  'wallets.update': administrators('404 200 404', '200 404 404', '200 200 404'),
  'networks.list': platformAdminOnly('200', '403'),
  'networks.get': platformAdminOnly('200 200 404'),
  'networks.create': platformAdminOnly('200', '403'),
  'networks.update': platformAdminOnly('200 200 404'),
  'networks.delete': platformAdminOnly('409 409 404'),
  'networks.disable': platformAdminOnly('200 200 404'),
  'networks.enable': platformAdminOnly('200 200 404'),
  'chainTokens.list': platformAdminOnly('200', '403'),
  'chainTokens.get': platformAdminOnly('200 200 404'),
  'chainTokens.create': platformAdminOnly('200 200 404'),
  'chainTokens.update': platformAdminOnly('200 200 404'),
  'chainTokens.delete': platformAdminOnly('409 409 404'),
  'chainTokens.disable': platformAdminOnly('200 200 404'),
  'chainTokens.enable': platformAdminOnly('200 200 404'),
  'reserveAccounts.list': platformAdminOnly('200', '403'),
  'reserveAccounts.get': platformAdminOnly('200 200 404'),
  'reserveAccounts.create': platformAdminOnly('200 200 404'),
  'reserveAccounts.update': platformAdminOnly('200 200 404'),
  'reserveAccounts.delete': platformAdminOnly('409 409 404'),
  'reserveAccounts.disable': platformAdminOnly('200 200 404'),
  'reserveAccounts.enable': platformAdminOnly('200 200 404'),
  'tokens.list': row('200', '403', '403', '200', '200'),
  'tokens.get': row('404 200 404', '403 403 403', '403 403 403', '200 404 404', '200 200 404'),
  'tokens.create': row('404 200 404', '403 403 403', '403 403 403', '200 404 404', '200 200 404'),
  'tokens.update': row('404 200 404', '403 403 403', '403 403 403', '200 404 404', '200 200 404'),
  'tokens.disable': row('404 200 404', '403 403 403', '403 403 403', '200 404 404', '200 200 404'),
  'tokens.enable': row('404 200 404', '403 403 403', '403 403 403', '200 404 404', '200 200 404'),
  'tokens.revoke': row('404 200 404', '403 403 403', '403 403 403', '200 404 404', '200 200 404'),
  'freezes.list': row('200', '403', '403', '200', '200'),
  'freezes.freeze': row('404 200 404', '403 403 403', '403 403 403', '200 404 404', '200 200 404'),
  'freezes.thaw': platformAdminOnly('200 200 404'),
  'webhooks.list': platformAdminOnly('200', '403'),
  'webhooks.get': platformAdminOnly('200 200 404'),
  'webhooks.create': platformAdminOnly('200', '403'),
  'webhooks.update': platformAdminOnly('200 200 404'),
  'webhooks.delete': platformAdminOnly('200 200 404'),
  'webhooks.disable': platformAdminOnly('200 200 404'),
  'webhooks.enable': platformAdminOnly('200 200 404'),
  'webhooks.rotateSecret': platformAdminOnly('200 200 404'),
  'webhooks.ping': platformAdminOnly('200 200 404'),
  'webhooks.deliveries': platformAdminOnly('200 200 404'),
  'webhooks.redeliver': platformAdminOnly('200 200 404'),
  'audit.list': row('200 200 200', '403 403 403', '403 403 403', '200 200 200', '200 200 200'),
}

type ReserveObject = {
  readonly member: string
  readonly good: () => Input
  readonly change: () => Input
  /** Members that are refused. */
  readonly bad: readonly Input[]
  /** Members that another one has. */
  readonly conflicts: readonly Input[]
}

type InputOf = (server: TestServer) => Promise<Input>

/** The same cases for each kind that can be disabled. */
const switchesOf = ({ created, disabled }: Readonly<Record<'created' | 'disabled', InputOf>>, known: Input) =>
  ({
    disable: [
      { title: 'one', status: 200, input: created },
      { title: 'what is disabled', status: 200, input: disabled },
      ...versions(known),
    ],
    enable: [
      { title: 'one', status: 200, input: disabled },
      { title: 'what is not disabled', status: 200, input: created },
      ...versions(known),
    ],
  }) as const

const titled = (status: number, given: readonly Input[], inputOf: (members: Input) => Case['input']) =>
  given.map((members) => ({ title: JSON.stringify(members).slice(0, 60), status, input: inputOf(members) }))

// REST takes a cursor wherever the list is, and knows no more members either way.
const lists = pages.filter(({ title }) => !/^(the cursor|an unknown member)/.test(title))

/** The same cases for each kind that belongs to the platform. */
function casesOf<Group extends 'networks' | 'chainTokens' | 'reserveAccounts'>(
  group: Group,
  { member, good, change, bad, conflicts }: ReserveObject,
) {
  const created = async (server: TestServer) => {
    return { [member]: (await callerOf(server)(group, good())).id, version: '1' }
  }
  const disabled = async (server: TestServer) => {
    const one = await created(server)
    const key = { kind: kinds[group], id: id(one[member] as string), seenBy: null, version: 1 } as const
    await server.app.store.switchItem({ ...key, isDisabled: true, ...by() })
    return { ...one, version: '2' }
  }
  const known = { [member]: '1' }
  const all = {
    list: lists,
    listPage: pages,
    get: [
      { title: 'one', status: 200, input: known },
      { title: 'a missing one', status: 404, input: { [member]: missing } },
      { title: 'what is no ID', status: 400, input: { [member]: '0x10' } },
    ],
    create: [
      { title: 'one', status: 200, input: async () => good() },
      { title: 'one with an ID', status: 200, input: async () => ({ ...good(), id: newId() }) },
      { title: 'an ID that is taken', status: 409, input: async () => ({ ...good(), id: '1' }) },
      ...titled(409, conflicts, (members) => async () => ({ ...good(), ...members })),
      ...titled(400, bad, (members) => async () => ({ ...good(), ...members })),
      { title: 'nothing', status: 400, input: {} },
    ],
    update: [
      { title: 'one', status: 200, input: async (server: TestServer) => ({ ...(await created(server)), ...change() }) },
      {
        title: 'what is disabled',
        status: 409,
        input: async (server: TestServer) => ({ ...(await disabled(server)), ...change() }),
      },
      ...titled(409, conflicts, (members) => async (server) => ({ ...(await created(server)), ...members })),
      ...titled(400, bad, (members) => ({ ...known, version: '1', ...members })),
      { title: 'nothing to set', status: 400, input: { ...known, version: '1' } },
      ...versions({ ...known, ...change() }),
    ],
    delete: [
      { title: 'one without anything', status: 200, input: created },
      {
        title: 'one in use',
        status: 409,
        input: async (server: TestServer) => ({ ...known, version: await versionOf(server, group) }),
      },
      ...versions(known),
    ],
    ...switchesOf({ created, disabled }, known),
  } as const
  const named = Object.entries(all).map(([verb, each]) => [`${group}.${verb}`, each] as const)
  return Object.fromEntries(named) as unknown as Readonly<Record<`${Group}.${keyof typeof all}`, readonly Case[]>>
}

const kinds = { networks: 'network', chainTokens: 'chain-token', reserveAccounts: 'reserve-account' } as const

async function versionOf({ app: { store } }: TestServer, group: keyof typeof kinds): Promise<string> {
  const item = await store.findItem({ kind: kinds[group], id: id(1), seenBy: null })
  return `${item?.version}`
}

/** Creates one as an administrator does. */
const callerOf =
  ({ app: { store } }: TestServer) =>
  async (group: keyof typeof kinds, values: Input) => {
    const withIcon = group === 'networks' ? { icon, ...values } : values
    const request = { kind: kinds[group], id: null, seenBy: null, values: withIcon as never, ...by() }
    const created = await store.createItem(request)
    if (!created.ok) throw new Error(created.error.message)
    return created.value
  }

const webhookInput = (more: Input = {}): Input => ({
  name: 'Receiver',
  url: 'https://hooks.example.com/strongroom',
  eventTypes: ['rotation.ended'],
  ...more,
})

const badWebhooks: readonly Input[] = [
  { name: '' },
  ...[
    'http://hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'https://hooks.example.com/#x',
    'https://a@b@hooks.example.com',
    'ftp://hooks.example.com/',
    'https:hooks',
    'https://hooks.example.com/a b',
    'https:\\\\hooks.example.com',
    `https://hooks.example.com/${'x'.repeat(2_000)}`,
    '',
    7,
  ].map((url) => ({ url })),
  { eventTypes: [] },
  { eventTypes: ['rotation.begun'] },
  { eventTypes: ['webhook.ping'] },
  { tenantIds: [] },
  { tenantIds: ['0'] },
  { secret: 'whsec_x' },
]

const newWebhook = async ({ app: { store } }: TestServer) => ({ webhookId: await addWebhook(store), version: '1' })

async function disabledWebhook(server: TestServer) {
  const { webhookId } = await newWebhook(server)
  const key = { kind: 'webhook', id: webhookId, seenBy: null, version: 1 } as const
  await server.app.store.switchItem({ ...key, isDisabled: true, ...by() })
  return { webhookId, version: '2' }
}

const namedWebhook = async (server: TestServer) => ({ webhookId: (await newWebhook(server)).webhookId })

const missingWebhook: readonly Case[] = [
  { title: 'a missing webhook', status: 404, input: { webhookId: missing } },
  { title: 'what is no ID', status: 400, input: { webhookId: 'last' } },
]

/** Versions that a change of a webhook is not based on. */
const webhookVersions = (more: Input = {}): readonly Case[] => [
  ...versions({ webhookId: '1', ...more }).filter(({ status }) => status !== 412),
  {
    title: 'another version',
    status: 412,
    input: async (server) => ({ ...(await newWebhook(server)), ...more, version: '999999' }),
  },
]

async function deliveredTo(server: TestServer) {
  const { webhookId } = await newWebhook(server)
  return { webhookId, eventId: await addDelivered(server.app.store, webhookId) }
}

const deliveredOnce = new WeakMap<TestServer, ReturnType<typeof deliveredTo>>()

/** The same one for every transport. */
function knownDelivery(server: TestServer) {
  const delivered = deliveredOnce.get(server) ?? deliveredTo(server)
  deliveredOnce.set(server, delivered)
  return delivered
}

const deliveryLists: readonly Case[] = [
  { title: 'a webhook without any', status: 200, input: namedWebhook },
  { title: 'some', status: 200, input: async (server) => ({ webhookId: (await knownDelivery(server)).webhookId }) },
  {
    title: 'those that failed',
    status: 200,
    input: async (server) => ({ ...(await namedWebhook(server)), state: 'failed', limit: '1' }),
  },
  { title: 'an unknown state', status: 400, input: { webhookId: '1', state: 'lost' } },
  { title: 'a limit that is none', status: 400, input: { webhookId: '1', limit: '1001' } },
  ...missingWebhook,
]

const webhookCases = {
  'webhooks.list': lists,
  'webhooks.listPage': pages,
  'webhooks.get': [{ title: 'one', status: 200, input: namedWebhook }, ...missingWebhook],
  'webhooks.create': [
    { title: 'one', status: 200, input: async () => webhookInput() },
    { title: 'one with an ID', status: 200, input: async () => webhookInput({ id: newId() }) },
    { title: 'one of single tenants', status: 200, input: async () => webhookInput({ tenantIds: [tenants.first] }) },
    {
      title: 'one on this machine',
      status: 200,
      input: async () => webhookInput({ url: 'http://127.0.0.1:9000/hook?x=1' }),
    },
    {
      title: 'an ID that is taken',
      status: 409,
      input: async (server) => webhookInput({ id: (await knownDelivery(server)).webhookId }),
    },
    ...titled(400, badWebhooks, (members) => async () => webhookInput(members)),
    { title: 'nothing', status: 400, input: {} },
  ],
  'webhooks.update': [
    {
      title: 'its events',
      status: 200,
      input: async (server) => ({ ...(await newWebhook(server)), eventTypes: ['data.imported'], tenantIds: null }),
    },
    {
      title: 'what is disabled',
      status: 409,
      input: async (server) => ({ ...(await disabledWebhook(server)), name: 'Other' }),
    },
    ...titled(400, badWebhooks, (members) => ({ webhookId: '1', version: '1', ...members })),
    { title: 'nothing to set', status: 400, input: { webhookId: '1', version: '1' } },
    ...webhookVersions({ name: 'Other' }),
  ],
  'webhooks.delete': [{ title: 'one', status: 200, input: newWebhook }, ...webhookVersions()],
  'webhooks.disable': [
    { title: 'one', status: 200, input: newWebhook },
    { title: 'what is disabled', status: 200, input: disabledWebhook },
    ...webhookVersions(),
  ],
  'webhooks.enable': [
    { title: 'one', status: 200, input: disabledWebhook },
    { title: 'what is not disabled', status: 200, input: newWebhook },
    ...webhookVersions(),
  ],
  'webhooks.rotateSecret': [
    { title: 'with the usual overlap', status: 200, input: newWebhook },
    { title: 'at once', status: 200, input: async (server) => ({ ...(await newWebhook(server)), overlapSeconds: 0 }) },
    { title: 'what is disabled', status: 409, input: disabledWebhook },
    ...[-1, 1.5, 700_000, 'a day'].map((overlapSeconds) => ({
      title: `the overlap ${overlapSeconds}`,
      status: 400,
      input: { webhookId: '1', version: '1', overlapSeconds },
    })),
    ...webhookVersions(),
  ],
  'webhooks.ping': [
    { title: 'one', status: 200, input: namedWebhook },
    {
      title: 'what is disabled',
      status: 409,
      input: async (server) => ({ webhookId: (await disabledWebhook(server)).webhookId }),
    },
    ...missingWebhook,
  ],
  'webhooks.deliveries': deliveryLists,
  'webhooks.deliveriesPage': [...deliveryLists, ...badCursors({ webhookId: '1' })],
  'webhooks.redeliver': [
    { title: 'one that was answered', status: 200, input: deliveredTo },
    {
      title: 'an event that was never sent to it',
      status: 404,
      input: async (server) => ({ ...(await namedWebhook(server)), eventId: randomUUID() }),
    },
    { title: 'what is no event', status: 400, input: { webhookId: '1', eventId: 'last' } },
    { title: 'a missing webhook', status: 404, input: { webhookId: missing, eventId: randomUUID() } },
  ],
} satisfies Readonly<Record<string, readonly Case[]>>

/** Good and bad inputs of every operation. */
export const cases: Readonly<Record<OperationName, readonly Case[]>> = {
  'session.whoAmI': [
    { title: 'nothing', status: 200, input: {} },
    { title: 'an unknown member', status: 400, input: { verbose: 'true' } },
  ],
  'search.find': [
    ...[
      'Copper',
      '0XA',
      '101',
      randomUUID(),
      ' a b ',
      'ab',
      '% _ * ?',
      `"'; --`,
      'NEAR(a b) OR c*',
      '\u{1f600}\ue000',
    ].map((query) => ({ title: `for ${query}`, status: 200, input: { query } })),
    { title: 'for a URL', status: 200, input: { query: 'https://hooks' } },
    { title: 'for one of each kind', status: 200, input: { query: 'e', limit: '1' } },
    { title: 'for 200 characters', status: 200, input: { query: 'ab'.repeat(100), limit: '50' } },
    ...['', '  ', 'x'.repeat(201), 'x'.repeat(1_000), 'a\0b', 'a\nb'].map((query) => ({
      title: `for ${JSON.stringify(query).slice(0, 12)}`,
      status: 400,
      input: { query },
    })),
    { title: 'for nothing', status: 400, input: {} },
    ...['0', '51', '1.5', ''].map((limit) => ({
      title: `a limit of "${limit}"`,
      status: 400,
      input: { query: 'Copper', limit },
    })),
    { title: 'an unknown member', status: 400, input: { query: 'Copper', kind: 'wallets' } },
  ],
  'tenants.list': [
    { title: 'nothing', status: 200, input: {} },
    { title: 'an unknown member', status: 400, input: { ['x'.repeat(200)]: 'y' } },
  ],
  'tenants.listPage': pages,
  'tenants.get': [
    { title: 'a tenant', status: 200, input: { tenantId: tenants.first } },
    { title: 'a missing tenant', status: 404, input: { tenantId: missing } },
    { title: 'a tenant that is no ID', status: 400, input: { tenantId: '0x10' } },
  ],
  'tenants.create': [
    { title: 'a tenant', status: 200, input: { name: 'Harbour' } },
    { title: 'a tenant with an ID', status: 200, input: async () => ({ id: newId(), name: 'Harbour' }) },
    { title: 'an ID that is taken', status: 409, input: { id: tenants.first, name: 'Harbour' } },
    { title: 'an ID that is none', status: 400, input: { id: '0', name: 'Harbour' } },
    ...badNames.map((name) => ({
      title: `the name ${JSON.stringify(name).slice(0, 20)}`,
      status: 400,
      input: { name },
    })),
    { title: 'nothing', status: 400, input: {} },
    { title: 'an unknown member', status: 400, input: { name: 'Harbour', version: '1' } },
  ],
  'tenants.update': [
    {
      title: 'a name',
      status: 200,
      input: async (server) => ({ ...(await newTenant(server)), name: 'Harbour Trust' }),
    },
    { title: 'the same name', status: 200, input: async (server) => ({ ...(await newTenant(server)), name: 'New' }) },
    {
      title: 'a disabled tenant',
      status: 409,
      input: async (server) => ({ ...(await disabledTenant(server)), name: 'x' }),
    },
    ...versions({ tenantId: tenants.second, name: 'Harbour' }),
    { title: 'nothing to set', status: 400, input: { tenantId: tenants.second, version: '1' } },
    ...badNames.map((name) => ({
      title: `the name ${JSON.stringify(name).slice(0, 20)}`,
      status: 400,
      input: { tenantId: tenants.second, version: '1', name },
    })),
    { title: 'a missing tenant', status: 404, input: { tenantId: missing, version: '1', name: 'Harbour' } },
  ],
  'tenants.delete': [
    { title: 'a tenant without anything', status: 200, input: newTenant },
    { title: 'a disabled tenant', status: 200, input: disabledTenant },
    { title: 'a tenant in use', status: 409, input: currentTenant },
    ...versions({ tenantId: tenants.second }),
    { title: 'a missing tenant', status: 404, input: { tenantId: missing, version: '1' } },
    { title: 'an unknown member', status: 400, input: { tenantId: missing, version: '1', force: true } },
  ],
  'tenants.disable': [
    { title: 'a tenant', status: 200, input: newTenant },
    { title: 'a disabled tenant', status: 200, input: disabledTenant },
    ...versions({ tenantId: tenants.second }),
  ],
  'tenants.enable': [
    { title: 'a disabled tenant', status: 200, input: disabledTenant },
    { title: 'a tenant', status: 200, input: newTenant },
    ...versions({ tenantId: tenants.second }),
  ],
  'custodians.list': [
    { title: 'nothing', status: 200, input: {} },
    { title: 'one tenant', status: 200, input: { tenantId: tenants.second } },
    { title: 'a missing tenant', status: 404, input: { tenantId: missing } },
    { title: 'a tenant that is no id', status: 400, input: { tenantId: '0x10' } },
    { title: 'two unknown members', status: 400, input: { name: 'a', provider: 'b' } },
  ],
  'custodians.listPage': [
    ...pages,
    { title: 'one tenant', status: 200, input: { tenantId: tenants.second, limit: '1' } },
    { title: 'a missing tenant', status: 404, input: { tenantId: missing, limit: '1' } },
  ],
  'custodians.walletsPage': [
    wallets({ limit: '1' }, 200),
    wallets({ limit: '1', onlyActive: 'false', icons: 'False' }, 200),
    wallets({ limit: '1', tenantId: tenants.second }, 404),
    wallets({ limit: '0', icons: 'no' }, 400),
    ...badCursors({ tenantId: tenants.first, custodianId: custodians.copper }),
  ],
  'custodians.wallets': [
    ...['true', 'False'].map((icons) => wallets({ icons }, 200)),
    wallets({ icons: '0' }, 400),
    wallets({}, 200),
    wallets({ custodianId: custodians.large, tenantId: tenants.second }, 200),
    ...['true', 'True', 'TRUE', 'false', 'False', 'FALSE'].map((onlyActive) => wallets({ onlyActive }, 200)),
    ...['1', '0', 'yes', '', ' true', 'null'].map((onlyActive) => wallets({ onlyActive }, 400)),
    wallets({ tenantId: tenants.second }, 404),
    wallets({ tenantId: largest, custodianId: largest }, 404),
    ...['0', '-1', '007', ' 7', '1.0', '1e3', '0x10', `${2n ** 63n}`].map((text) =>
      wallets({ custodianId: text }, 400),
    ),
    wallets({ tenantId: 'one', onlyActive: 'perhaps', page: '1' }, 400),
  ],
  'custodians.get': [
    { title: 'a custodian', status: 200, input: { custodianId: custodians.copper } },
    ...namedCustodian,
  ],
  'custodians.create': [
    { title: 'a custodian', status: 200, input: { tenantId: tenants.second, name: 'Desk', provider: 'fireblocks' } },
    {
      title: 'a custodian with an ID and a base URL',
      status: 200,
      input: async () => ({ ...desk, id: newId(), baseUrl: 'https://api.example.com' }),
    },
    { title: 'an ID that is taken', status: 409, input: { ...desk, id: custodians.copper } },
    { title: 'a missing tenant', status: 404, input: { ...desk, tenantId: missing } },
    { title: 'another provider', status: 400, input: { ...desk, provider: 'safe' } },
    ...badBaseUrls.map((baseUrl) => ({ title: `the base URL ${baseUrl}`, status: 400, input: { ...desk, baseUrl } })),
    { title: 'nothing', status: 400, input: {} },
  ],
  'custodians.update': [
    { title: 'a name', status: 200, input: async (server) => ({ ...(await newCustodian(server)), name: 'Desk' }) },
    {
      title: 'a provider and a base URL',
      status: 200,
      input: async (server) => ({
        ...(await newCustodian(server)),
        provider: 'fireblocks',
        baseUrl: 'https://api.example.com',
      }),
    },
    {
      title: 'another host for stored credentials',
      status: 400,
      input: async (server) => ({ ...(await activeCustodian(server)), baseUrl: 'https://api.example.com' }),
    },
    {
      title: 'another provider for stored credentials',
      status: 409,
      input: async (server) => ({ ...(await activeCustodian(server)), provider: 'fireblocks' }),
    },
    {
      title: 'a disabled one',
      status: 409,
      input: async (server) => ({ ...(await disabledCustodian(server)), name: 'x' }),
    },
    ...badBaseUrls.map((baseUrl) => ({
      title: `the base URL ${baseUrl}`,
      status: 400,
      input: async (server: TestServer) => ({ ...(await currentCustodian(server)), baseUrl }),
    })),
    ...versions({ custodianId: custodians.large, name: 'Desk' }),
    {
      title: 'another tenant',
      status: 400,
      input: { custodianId: custodians.large, version: '1', tenantId: tenants.first },
    },
    { title: 'nothing to set', status: 400, input: { custodianId: custodians.large, version: '1' } },
    { title: 'a missing custodian', status: 404, input: { custodianId: missing, version: '1', name: 'Desk' } },
  ],
  'custodians.delete': [
    { title: 'a custodian without anything', status: 200, input: newCustodian },
    { title: 'a custodian in use', status: 409, input: currentCustodian },
    ...versions({ custodianId: custodians.large }),
  ],
  'custodians.disable': [
    { title: 'a custodian', status: 200, input: newCustodian },
    { title: 'a disabled one', status: 200, input: disabledCustodian },
    ...versions({ custodianId: custodians.large }),
  ],
  'custodians.enable': [
    { title: 'a disabled one', status: 200, input: disabledCustodian },
    { title: 'a custodian', status: 200, input: newCustodian },
    ...versions({ custodianId: custodians.large }),
  ],
  'custodians.rotations': [
    ...listed(custodians.copper),
    ...namedCustodian,
    { title: 'by an Idempotency-Key', status: 200, input: { custodianId: custodians.copper, idempotencyKey: 'a' } },
    ...['', 'a b', 'k'.repeat(256)].map((idempotencyKey) => ({
      title: `by the Idempotency-Key "${idempotencyKey.slice(0, 9)}"`,
      status: 400,
      input: { custodianId: custodians.copper, idempotencyKey },
    })),
  ],
  'custodians.rotationsPage': [
    ...listed(custodians.copper),
    ...namedCustodian,
    ...badCursors({ custodianId: custodians.copper }),
    { title: 'by an Idempotency-Key', status: 200, input: { custodianId: custodians.copper, idempotencyKey: 'a' } },
  ],
  'custodians.rotation': [
    {
      title: 'a rotation that was stored',
      status: 200,
      input: async ({ app }) => {
        const wanted = { custodianId: custodians.copper, begunBy: null }
        const { rows } = await app.store.rotationsPage(wanted, { after: null, limit: 1 })
        return { custodianId: custodians.copper, rotationId: rows[0]?.rotationId }
      },
    },
    { title: 'a missing one', status: 404, input: { custodianId: custodians.copper, rotationId: randomUUID() } },
    { title: 'what is no id', status: 400, input: { custodianId: custodians.copper, rotationId: 'last' } },
  ],
  'custodians.updateApiKeys': [{ title: 'working credentials', status: 200, ...credentialsOf() }, ...badCredentials],
  'custodians.validateApiKeys': [{ title: 'working credentials', status: 200, ...credentialsOf() }, ...badCredentials],
  'custodians.checkApiKeys': [
    { title: 'the active credentials', status: 200, input: { custodianId: custodians.copper } },
    { title: 'a custodian without credentials', status: 404, input: { custodianId: custodians.second } },
    { title: 'an unknown member', status: 400, input: { custodianId: custodians.copper, force: true } },
    ...namedCustodian,
  ],
  'reports.reserves': [
    { title: 'nothing', status: 200, input: {} },
    { title: 'an unknown member', status: 400, input: { tokenSymbol: 'USDX' } },
  ],
  'reports.reservesPage': pages,
  'wallets.get': [
    { title: 'a wallet', status: 200, input: { walletId: '101' } },
    { title: 'a missing wallet', status: 404, input: { walletId: missing } },
    { title: 'what is no ID', status: 400, input: { walletId: '0x10' } },
  ],
  'wallets.update': [
    { title: 'a label', status: 200, input: async (server) => ({ ...(await newWallet(server)), label: 'Vault' }) },
    { title: 'no label', status: 200, input: async (server) => ({ ...(await newWallet(server)), label: null }) },
    {
      title: 'the treasury flag',
      status: 200,
      input: async (server) => ({ ...(await newWallet(server)), isTreasuryEnabled: 'True' }),
    },
    {
      title: 'a wallet of a disabled custodian',
      status: 409,
      input: async (server) => ({ ...(await newWallet(server, await disabledCustodian(server))), label: 'Vault' }),
    },
    {
      title: 'a wallet whose metadata is no object',
      status: 400,
      input: async (server) => ({ ...(await newWallet(server, {}, '[1]')), label: 'Vault' }),
    },
    ...['', ' ', 'x'.repeat(201), 'a\nb', 7].map((label) => ({
      title: `the label ${JSON.stringify(label).slice(0, 12)}`,
      status: 400,
      input: { walletId: '101', version: '1', label },
    })),
    { title: 'nothing to set', status: 400, input: { walletId: '101', version: '1' } },
    { title: 'an address', status: 400, input: { walletId: '101', version: '1', address: '0x1' } },
    { title: 'a missing wallet', status: 404, input: { walletId: missing, version: '1', label: 'Vault' } },
    ...versions({ walletId: '101', label: 'Vault' }),
  ],
  ...casesOf('networks', {
    member: 'blockchainId',
    good: () => ({ name: `Network ${randomUUID()}` }),
    change: () => ({ name: `Network ${randomUUID()}`, icon: null }),
    bad: [
      { name: '' },
      { name: 'x'.repeat(101) },
      { icon: 'data:image/gif;base64,AAAA' },
      { icon: '' },
      { chain: '1' },
    ],
    conflicts: [{ name: 'Bitcoin' }],
  }),
  ...casesOf('chainTokens', {
    member: 'chainTokenId',
    good: () => ({ symbol: 'NEW', blockchainId: '1', contractAddress: null, decimals: 6 }),
    change: () => ({ symbol: 'NEWER', decimals: 7 }),
    bad: [{ symbol: '' }, { decimals: 256 }, { decimals: -1 }, { blockchainId: '0' }, { contractAddress: 'a b' }],
    conflicts: [{ blockchainId: '1', contractAddress: `0x${'A'.repeat(40)}` }],
  }),
  ...casesOf('reserveAccounts', {
    member: 'reserveAccountId',
    good: () => ({ blockchainId: '1', address: `0x${randomUUID()}`, name: 'Reserve' }),
    change: () => ({ name: 'Another' }),
    bad: [{ name: '' }, { address: 'a b' }, { address: '' }, { blockchainId: 'x' }],
    conflicts: [{ blockchainId: '2', address: 'bc1qexample' }],
  }),
  'tokens.list': tokenLists,
  'tokens.listPage': [...tokenLists, ...badCursors({})],
  'tokens.get': [
    { title: 'a token', status: 200, input: async (server) => ({ tokenId: (await newToken(server)).tokenId }) },
    ...namedToken,
  ],
  'tokens.create': [
    { title: 'single permissions', status: 200, input: async () => tokenInput() },
    { title: 'a role', status: 200, input: async () => tokenInput({ permissions: undefined, role: 'operator' }) },
    { title: 'the whole platform', status: 200, input: async () => tokenInput({ tenantId: null }) },
    { title: 'addresses', status: 200, input: async () => tokenInput({ allowedFrom: ['10.0.0.0/8', '::1'] }) },
    { title: 'a missing tenant', status: 404, input: async () => tokenInput({ tenantId: missing }) },
    {
      title: 'a name that is taken',
      status: 409,
      input: async ({ app: { store } }) => tokenInput({ name: (await store.listTokens())[0]?.name }),
    },
    ...badTokens.map((given) => ({
      title: JSON.stringify(given).slice(0, 60),
      status: 400,
      input: async () => tokenInput(given),
    })),
  ],
  'tokens.update': [
    { title: 'its expiry', status: 200, input: async (server) => ({ ...(await newToken(server)), ...later() }) },
    {
      title: 'its addresses',
      status: 200,
      input: async (server) => ({ ...(await newToken(server)), allowedFrom: null }),
    },
    { title: 'nothing to set', status: 400, input: newToken },
    { title: 'no version', status: 428, input: async (server) => ({ tokenId: (await newToken(server)).tokenId }) },
    {
      title: 'another version',
      status: 412,
      input: async (server) => ({ ...(await newToken(server)), ...later(), version: '7' }),
    },
    {
      title: 'a time of the past',
      status: 400,
      input: { tokenId: '1', version: '1', expiresAt: '2026-01-01T00:00:00Z' },
    },
    { title: 'a missing token', status: 404, input: async () => ({ tokenId: missing, version: '1', ...later() }) },
    {
      title: 'a revoked token',
      status: 409,
      input: async (server) => ({ ...(await revokedToken(server)), ...later() }),
    },
    {
      title: 'a disabled token',
      status: 409,
      input: async (server) => ({ ...(await disabledToken(server)), ...later() }),
    },
  ],
  'tokens.disable': [
    { title: 'a revoked token', status: 409, input: revokedToken },
    ...switchesOf({ created: newToken, disabled: disabledToken }, { tokenId: '1' }).disable,
  ],
  'tokens.enable': [
    { title: 'a revoked token', status: 409, input: revokedToken },
    ...switchesOf({ created: newToken, disabled: disabledToken }, { tokenId: '1' }).enable,
  ],
  'tokens.revoke': [
    {
      title: 'a token',
      status: 200,
      input: async (server) => ({ tokenId: (await newToken(server)).tokenId, reason: 'left' }),
    },
    {
      title: 'a revoked token',
      status: 200,
      input: async (server) => ({ tokenId: (await revokedToken(server)).tokenId, reason: 'again' }),
    },
    { title: 'no reason', status: 400, input: { tokenId: '1' } },
    { title: 'an empty reason', status: 400, input: { tokenId: '1', reason: ' ' } },
    { title: 'a missing token', status: 404, input: { tokenId: missing, reason: 'left' } },
  ],
  ...webhookCases,
  'freezes.list': [
    { title: 'nothing', status: 200, input: {} },
    { title: 'an unknown member', status: 400, input: { tenantId: tenants.first } },
  ],
  'freezes.freeze': [
    { title: 'a tenant', status: 200, input: async (server) => ({ ...(await emptyTenant(server)), reason: 'case 7' }) },
    {
      title: 'a frozen tenant',
      status: 200,
      input: async (server) => ({ ...(await frozenTenant(server)), reason: 'again' }),
    },
    ...badFreezes,
  ],
  'freezes.thaw': [
    {
      title: 'a frozen tenant',
      status: 200,
      input: async (server) => ({ ...(await frozenTenant(server)), reason: 'closed' }),
    },
    { title: 'a tenant that is not frozen', status: 404, input: { tenantId: tenants.second, reason: 'closed' } },
    { title: 'everything, which is not frozen', status: 404, input: { tenantId: null, reason: 'closed' } },
    ...badFreezes,
  ],
  'audit.list': [
    { title: 'nothing', status: 200, input: {} },
    { title: 'a page', status: 200, input: { limit: '2', cursor: '3' } },
    { title: 'a custodian', status: 200, input: { custodianId: custodians.copper, kind: 'rotation.ended' } },
    { title: 'a missing custodian', status: 200, input: { custodianId: missing } },
    ...auditFilters.map((input) => ({ title: JSON.stringify(input), status: 200, input })),
    ...badAuditFilters.map((input) => ({ title: JSON.stringify(input), status: 400, input })),
    { title: 'the largest cursor', status: 200, input: { cursor: largest, limit: '1' } },
    {
      title: 'faults in every member',
      status: 400,
      input: { custodianId: 'x', kind: 'y', cursor: '0', limit: '1001' },
    },
  ],
}
