import { StoreError } from '../../server/store/store-error.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import type { Call, Credentials } from './calls.ts'
import { type EndpointScene, setEndpointScene } from './endpoint-scene.ts'
import { halfExchange } from './exchange.ts'
import { type Faults, startFaultyServer } from './faulty-store.ts'
import { mistakes, withBody, withHeader } from './mistakes.ts'
import type { Observations } from './observations.ts'

type Scene = (observations: Observations) => Promise<void>

const callers: Scene = async ({ sendAll }) => {
  await using server = await startTestServer({ limits: { failedAuthentications: 1_000 } })
  const stage = await setEndpointScene(server)
  for (const mistake of Object.values(mistakes)) await sendAll(stage, mistake)
  await sendAll(stage, withHeader('authorization', `Bearer ${await server.token({ permissions: [] })}`))
  const elsewhere = await server.token({ allowedFrom: ['192.0.2.0/24'] })
  await sendAll(stage, withHeader('authorization', `Bearer ${elsewhere}`))
}

const strangers: Scene = async ({ sendAll }) => {
  await using server = await startTestServer({ limits: { failedAuthentications: 1 } })
  const stage = await setEndpointScene(server)
  await server.rest(null, '/platform/admin/session')
  await sendAll(stage, mistakes['no token'])
}

const credentialsFor = (credentials: Credentials) => (sent: Parameters<typeof withBody>[0], call: Call) =>
  call.body && 'apiKey' in call.body ? withBody(sent, JSON.stringify({ ...call.body, ...credentials })) : sent

/** Holds the provider's next answer until it is released. */
function holdProvider({ server: { simulator } }: EndpointScene) {
  const asked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const stop = simulator.onRequest(() => {
    stop()
    asked.resolve()
    return free.promise
  })
  return { asked: asked.promise, release: free.resolve }
}

const rotations: Scene = async ({ sendAll, note }) => {
  await using server = await startTestServer()
  const stage = await setEndpointScene(server)
  const [rotate] = stage.calls as [Call]
  for (const mode of ['wrong-signature', 'no-permission', '500', 'throttled-retry-after'] as const)
    await sendAll(stage, credentialsFor(await stage.newCredentials(mode)))
  const refused = credentialsFor(await stage.newCredentials('wrong-signature'))
  for (let times = 0; times < 4; times += 1) await sendAll(stage, refused)

  const withKey = withHeader('idempotency-key', 'night-1')
  const held = holdProvider(stage)
  const first = stage.send(withKey(stage.sent(rotate), rotate))
  await held.asked
  await sendAll(stage)
  await sendAll(stage, withKey)
  held.release()
  note(rotate, await first)
  await sendAll(stage, (sent, call) => withKey(refused(sent, call), call))
}

const revokedMeanwhile: Scene = async ({ note }) => {
  await using server = await startTestServer()
  const stage = await setEndpointScene(server)
  const [rotate] = stage.calls as [Call]
  const token = await server.token({ name: 'leaver' })
  const fresh = credentialsFor(await stage.newCredentials())(stage.sent(rotate), rotate)
  const held = holdProvider(stage)
  const answer = stage.send(withHeader('authorization', `Bearer ${token}`)(fresh, rotate))
  await held.asked
  await server.app.store.revokeToken({ token: 'leaver', actor: 'test', at: Date.now() })
  held.release()
  note(rotate, await answer)
}

const pressure: Scene = async ({ sendAll }) => {
  await using server = await startTestServer({ limits: { maxEventLoopDelay: Number.MIN_VALUE, pressureInterval: 100 } })
  const stage = await setEndpointScene(server)
  for (const call of stage.calls)
    for (let status = 0; status !== 503; )
      status = (await sendAll(stage, mistakes.none, [call]))[0]?.status === 503 || call.path === '/livez' ? 503 : 0
}

const slowness: Scene = async ({ note }) => {
  const soon = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 50 }
  await using server = await startTestServer({ limits: soon })
  const { calls, token } = await setEndpointScene(server)
  const half = async (call: Call) => {
    const head = `${call.method} ${call.path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`
    note(call, await halfExchange(server.url, head))
    const body = 'Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{'
    if (call.method !== 'GET') note(call, await halfExchange(server.url, head + body))
  }
  await Promise.all(calls.map(half))
}

const full = new StoreError('full', 'SQLITE_FULL', 'the disk is full')
const unwritable = new StoreError('unreachable', 'SQLITE_IOERR', 'the disk is broken')
const busy = new StoreError('busy', 'SQLITE_BUSY', 'another process writes')
const undecided = new StoreError('unknown-outcome', 'SQLITE_IOERR_FSYNC', 'the disk is broken')

/** What can fail in the store, and what of it an endpoint meets. */
const storeFaults: readonly Faults[] = [
  { findToken: new Error('a bug') },
  { reservesReport: new Error('a damaged page') },
  ...[full, unwritable, busy].map((error) => ({ beginRotation: error, beginCheck: error })),
  ...[full, unwritable].map((error) => ({ completeRotation: error })),
  { completeRotation: new Error('a bug') },
  { completeRotation: undecided },
  { completeRotation: undecided, endRotation: undecided },
  ...[full, unwritable, undecided].map((error) => ({
    createItem: error,
    updateItem: error,
    deleteItem: error,
    switchItem: error,
    grantToken: error,
    changeToken: error,
    switchToken: error,
    revokeSeenToken: error,
    freeze: error,
    thaw: error,
    recordEventFor: error,
    redeliver: error,
  })),
]

const brokenStore: Scene = async ({ sendAll }) => {
  for (const fault of storeFaults) {
    await using faulty = await startFaultyServer()
    const stage = await setEndpointScene(faulty.server)
    const change = credentialsFor(await stage.newCredentials())
    Object.assign(faulty.faults, fault)
    await sendAll(stage, change)
  }
}

const damagedCredentials: Scene = async ({ sendAll }) => {
  await using server = await startTestServer()
  const stage = await setEndpointScene(server)
  await server.data.tamper.remove('credentials', () => true)
  await server.data.tamper.change('custodians', () => true, { version: 5 })
  const check = stage.calls.filter(({ path }) => path.endsWith('/check_api_keys'))
  await sendAll(stage, mistakes.none, check)
}

/** What is administered: its collection, its items, and one that others refer to. */
const administered = [
  { collection: '/platform/admin/tenants', item: '/platform/admin/tenants/{tenantId}', referredTo: tenants.first },
  {
    collection: '/platform/admin/custodians',
    item: '/platform/admin/custodians/{id}',
    referredTo: custodians.copper,
  },
]

/** The life of an object of each kind, and what stands against its changes. */
const administration: Scene = async ({ note }) => {
  await using server = await startTestServer()
  const stage = await setEndpointScene(server)
  for (const { collection, item, referredTo } of administered) {
    const send = async (endpoint: string, { body, ...changed }: Partial<Call> = {}) => {
      const { ifMatch: _none, ...call } = stage.calls.find((each) => each.endpoint === endpoint) as Call
      return note(call, await stage.send(stage.sent({ ...call, ...changed, body: { ...call.body, ...body } })))
    }
    const created = await send(`POST ${collection}`)
    const { id } = JSON.parse(created.body).value as { readonly id: number }
    await send(`POST ${collection}`, { body: { id } })
    const change = (endpoint: string, version?: number) =>
      send(endpoint, {
        path: endpoint.replace(/^\w+ /, '').replace(/\{\w+\}/, `${id}`),
        ...(version && { ifMatch: `"${version}"` }),
      })
    const [update, disable, enable] = [`PATCH ${item}`, `POST ${item}/disable`, `POST ${item}/enable`] as const
    const remove = `DELETE ${item}`
    for (const endpoint of [update, disable, enable, remove]) await change(endpoint)
    await change(update, 1)
    await change(disable, 2)
    await change(update, 3)
    await change(enable, 3)
    await change(remove, 4)
    await send(remove, { path: item.replace(/\{\w+\}/, referredTo), ifMatch: '"1"' })
  }
}

/** What stands against a change of a custodian, and what its being disabled stands against. */
const custodianChanges: Scene = async ({ note, sendAll }) => {
  await using server = await startTestServer()
  const stage = await setEndpointScene(server)
  const send = async (endpoint: string, more: Partial<Call>) => {
    const call = stage.calls.find((each) => each.endpoint === endpoint) as Call
    return note(call, await stage.send(stage.sent({ ...call, ...more })))
  }
  const update = (body: object) => send('PATCH /platform/admin/custodians/{id}', { ifMatch: '"1"', body: { ...body } })
  await update({ provider: 'fireblocks' })
  const [rotate] = stage.calls as [Call]
  const held = holdProvider(stage)
  const rotation = stage.send(credentialsFor(await stage.newCredentials())(stage.sent(rotate), rotate))
  await held.asked
  await update({ baseUrl: 'https://api.example.com' })
  held.release()
  note(rotate, await rotation)
  await send('POST /platform/admin/custodians/{id}/disable', { ifMatch: '"1"' })
  const ofKeys = stage.calls.filter(({ path }) => path.endsWith('_api_keys'))
  await sendAll(stage, mistakes.none, ofKeys)
  const values = { name: 'New', provider: 'copper' }
  await send('POST /platform/admin/custodians', { body: { ...values, tenantId: 999 } })
  const ofTenant = `/platform/admin/tenants/${tenants.second}/disable`
  await send('POST /platform/admin/tenants/{tenantId}/disable', { path: ofTenant, ifMatch: '"1"' })
  await send('POST /platform/admin/custodians', { body: { ...values, tenantId: Number(tenants.second) } })
  const token = { name: 'night-shift', role: 'viewer', tenantId: Number(tenants.second) }
  await send('POST /platform/admin/tokens', { body: token })
}

/** What the reserves are made of: members that another one has, and one that stored transactions give its meaning. */
const reserveKinds = [
  { name: 'networks', member: 'blockchainId', taken: { name: 'Bitcoin' }, meant: null },
  {
    name: 'chain_tokens',
    member: 'chainTokenId',
    taken: { blockchainId: 1, contractAddress: `0x${'a'.repeat(40)}` },
    meant: { decimals: 3 },
  },
  {
    name: 'reserve_accounts',
    member: 'reserveAccountId',
    taken: { blockchainId: 2, address: 'bc1qexample' },
    meant: { address: '0xelsewhere' },
  },
]

/** The life of what the reserves are made of, and what stands against its changes. */
const reserveObjects: Scene = async ({ note }) => {
  await using server = await startTestServer()
  const stage = await setEndpointScene(server)
  const send = async (endpoint: string, { body, ...more }: Partial<Call> = {}) => {
    const { ifMatch: _none, ...call } = stage.calls.find((each) => each.endpoint === endpoint) as Call
    return note(call, await stage.send(stage.sent({ ...call, ...more, body: { ...call.body, ...body } })))
  }
  for (const { name, member, taken, meant } of reserveKinds) {
    const collection = `/platform/admin/${name}`
    const item = `${collection}/{${member}}`
    const created = await send(`POST ${collection}`)
    const { id } = JSON.parse(created.body).value as { readonly id: number }
    await send(`POST ${collection}`, { body: taken })
    if (meant) await send(`POST ${collection}`, { body: { ...taken, blockchainId: 999 } })
    const [update, remove] = [`PATCH ${item}`, `DELETE ${item}`] as const
    const path = `${collection}/${id}`
    await send(update, { path })
    await send(update, { path, ifMatch: '"9"' })
    await send(update, { path, ifMatch: '"1"', body: taken })
    if (meant) await send(update, { ifMatch: '"1"', body: meant })
    await send(update, { path, ifMatch: '"1"' })
    for (const verb of ['disable', 'enable']) await send(`POST ${item}/${verb}`, { path: `${path}/${verb}` })
    await send(`POST ${item}/disable`, { path: `${path}/disable`, ifMatch: '"2"' })
    await send(update, { path, ifMatch: '"3"' })
    await send(`POST ${item}/enable`, { path: `${path}/enable`, ifMatch: '"3"' })
    await send(remove, { path })
    await send(remove, { path, ifMatch: '"1"' })
    await send(remove, { path, ifMatch: '"4"' })
    await send(remove, { ifMatch: '"1"' })
  }
  await send('POST /platform/admin/networks/{blockchainId}/disable', { ifMatch: '"1"' })
  for (const name of ['chain_tokens', 'reserve_accounts']) await send(`POST /platform/admin/${name}`)
  await send('POST /platform/admin/networks/{blockchainId}/enable', { ifMatch: '"2"' })
  const wallet = 'PATCH /platform/admin/wallets/{walletId}'
  await send(wallet)
  await send(wallet, { ifMatch: '"1"' })
  await send(wallet, { ifMatch: '"1"' })
  await send('POST /platform/admin/custodians/{id}/disable', { ifMatch: '"1"' })
  await send(wallet, { ifMatch: '"2"', body: { label: 'Other' } })
}

/** The life of an operator token, and what stands against its changes. */
const operatorTokens: Scene = async ({ note }) => {
  await using server = await startTestServer()
  const stage = await setEndpointScene(server)
  const collection = '/platform/admin/tokens'
  const send = async (endpoint: string, { body, ...more }: Partial<Call> = {}) => {
    const { ifMatch: _none, ...call } = stage.calls.find((each) => each.endpoint === endpoint) as Call
    const answer = note(call, await stage.send(stage.sent({ ...call, ...more, body: { ...call.body, ...body } })))
    return JSON.parse(answer.body).value as { readonly version: number }
  }
  await send(`POST ${collection}`)
  await send(`POST ${collection}`)
  await send(`POST ${collection}`, { body: { name: 'elsewhere', tenantId: 999 } })
  const update = `PATCH ${collection}/{tokenId}`
  await send(update)
  await send(update, { ifMatch: '"1"' })
  const [disable, enable] = ['disable', 'enable'].map((verb) => `POST ${collection}/{tokenId}/${verb}`) as [
    string,
    string,
  ]
  for (const endpoint of [disable, enable]) await send(endpoint)
  await send(disable, { ifMatch: '"2"' })
  await send(enable, { ifMatch: '"3"' })
  const { version } = await send(`POST ${collection}/{tokenId}/revoke`)
  for (const endpoint of [disable, enable]) await send(endpoint, { ifMatch: `"${version}"` })
  await send(update, { ifMatch: `"${version}"` })
}

/** The life of a webhook, and what stands against its changes. */
const webhooks: Scene = async ({ note }) => {
  await using server = await startTestServer()
  const stage = await setEndpointScene(server)
  const collection = '/platform/admin/webhooks'
  const item = `${collection}/{webhookId}`
  const send = async (endpoint: string, { body, ...more }: Partial<Call> = {}) => {
    const { ifMatch: _none, ...call } = stage.calls.find((each) => each.endpoint === endpoint) as Call
    note(
      call,
      await stage.send(stage.sent({ ...call, ...more, ...(call.body && { body: { ...call.body, ...body } }) })),
    )
  }
  await send(`POST ${collection}`)
  await send(`POST ${collection}`, { body: { id: 1 } })
  await send(`PATCH ${item}`)
  await send(`PATCH ${item}`, { ifMatch: '"1"' })
  await send(`POST ${item}/rotate_secret`)
  await send(`POST ${item}/rotate_secret`, { ifMatch: '"2"' })
  await send(`POST ${item}/ping`)
  await send(`POST ${item}/deliveries/{eventId}/redeliver`)
  for (const verb of ['disable', 'enable']) await send(`POST ${item}/${verb}`)
  await send(`POST ${item}/disable`, { ifMatch: '"3"' })
  await send(`PATCH ${item}`, { ifMatch: '"4"' })
  await send(`POST ${item}/rotate_secret`, { ifMatch: '"4"' })
  await send(`POST ${item}/ping`)
  await send(`POST ${item}/deliveries/{eventId}/redeliver`)
  await send(`POST ${item}/enable`, { ifMatch: '"4"' })
  await send(`DELETE ${item}`)
  await send(`DELETE ${item}`, { ifMatch: '"5"' })
  await send(`DELETE ${item}`, { ifMatch: '"5"' })
}

/** What is refused while everything is frozen, and the ends of freezes. */
const frozen: Scene = async ({ note, sendAll }) => {
  await using server = await startTestServer()
  const stage = await setEndpointScene(server)
  const send = async (endpoint: string, tenantId: number | null) => {
    const call = stage.calls.find((each) => each.endpoint === endpoint) as Call
    note(call, await stage.send(stage.sent({ ...call, body: { ...call.body, tenantId } })))
  }
  await send('POST /platform/admin/freeze', 999)
  await send('POST /platform/admin/freeze', null)
  const isOfFreezes = ({ path }: Call) => /\/(freeze|thaw)$/.test(path)
  await sendAll(
    stage,
    mistakes.none,
    stage.calls.filter((call) => call.method !== 'GET' && !isOfFreezes(call)),
  )
  await send('POST /platform/admin/thaw', null)
  await send('POST /platform/admin/thaw', null)
}

/** All that can become of a request, by what brings it about. */
export const scenes: Readonly<Record<string, Scene>> = {
  callers,
  strangers,
  rotations,
  revokedMeanwhile,
  pressure,
  slowness,
  brokenStore,
  damagedCredentials,
  administration,
  custodianChanges,
  reserveObjects,
  operatorTokens,
  webhooks,
  frozen,
}
