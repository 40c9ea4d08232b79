import { once } from 'node:events'
import { expect, test } from 'vitest'
import { configOf } from '../../server/config.ts'
import type { FastPath } from '../../server/context/parts.ts'
import { openDataFolder } from '../../server/data-folder.ts'
import { custodians, seed, tenants } from '../harness/seed.ts'
import { startTestServer, type TestConfig, type TestServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { refusalOf } from './bad-input.ts'
import { requestOf, type Transport } from './platform.ts'

const transports = Object.keys(requestOf) as Transport[]

async function startLimited(limits: TestConfig['limits']) {
  const server = await startTestServer({ limits: { tokenRate: 0, tokenInFlight: 0, ...limits } })
  const script = await server.token({ name: 'script' })
  const other = await server.token({ name: 'other' })
  return { server, script, other }
}

const ask = (server: TestServer, token: string, transport: Transport = 'REST') =>
  fetch(requestOf[transport](server, { name: 'session.whoAmI', token }))

const statusesOf = (answers: readonly Response[]) => answers.map(({ status }) => status)

test.each(transports)(
  'a flood through %s from one token is refused, while another token is served',
  async (transport) => {
    const { server, script, other } = await startLimited({ tokenRate: 20 })
    await using _ = server
    const [flood, served] = await Promise.all([
      Promise.all(Array.from({ length: 200 }, () => ask(server, script, transport))),
      Promise.all(Array.from({ length: 10 }, () => ask(server, other, transport))),
    ])
    expect(statusesOf(served)).toEqual(Array(10).fill(200))
    expect(new Set(statusesOf(flood))).toEqual(new Set([200, 429]))
    expect(statusesOf(flood).filter((status) => status === 200).length).toBeGreaterThanOrEqual(20)
    const refused = flood.find(({ status }) => status === 429) as Response
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '1',
      ratelimit: '"rate";r=0;t=1',
      'ratelimit-policy': '"rate";q=20;w=1',
    })
    expect(await refusalOf(refused)).toMatchObject({ status: 429, code: 'TooManyRequests' })
  },
)

test('a rate-limited token is served again a moment later', async () => {
  const { server, script } = await startLimited({ tokenRate: 5 })
  await using _ = server
  const statuses = statusesOf(await Promise.all(Array.from({ length: 30 }, () => ask(server, script))))
  expect(statuses).toContain(429)
  await expect.poll(async () => (await ask(server, script)).status, { interval: 300 }).toBe(200)
})

test('requests in flight count until they are answered, only those of the same token', async () => {
  const { server, script, other } = await startLimited({ tokenInFlight: 2 })
  await using _ = server
  const held = Promise.withResolvers<void>()
  const stop = server.simulator.onRequest(() => held.promise)
  const check = (token: string, custodianId: string) =>
    server.rest(token, `/platform/admin/custodians/${custodianId}/validate_api_keys`, {
      method: 'POST',
      body: JSON.stringify({ tenantId: tenants.first, apiKey: 'a'.repeat(36), secretApiKey: 'b'.repeat(64) }),
    })
  const open = [check(script, custodians.copper), check(script, custodians.copper)]
  await expect.poll(() => server.simulator.counters.total()).toBe(2)
  const refused = await ask(server, script)
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'retry-after': '1',
    ratelimit: '"in-flight";r=0',
    'ratelimit-policy': '"in-flight";q=2;qu="concurrent-requests"',
  })
  expect(await refusalOf(refused)).toMatchObject({ status: 429, code: 'TooManyRequests' })
  expect((await ask(server, other)).status).toBe(200)
  held.resolve()
  stop()
  for (const answer of await Promise.all(open)) await answer.arrayBuffer()
  await expect.poll(async () => (await ask(server, script)).status).toBe(200)
})

test('a request whose caller hangs up is no longer in flight', async () => {
  const { server, script } = await startLimited({ tokenInFlight: 1 })
  await using _ = server
  for (let times = 0; times < 5; times += 1) {
    const gone = new AbortController()
    const asked = fetch(`${server.url}/platform/admin/session`, {
      headers: { authorization: `Bearer ${script}` },
      signal: gone.signal,
    }).catch(() => null)
    gone.abort()
    await asked
  }
  await expect.poll(async () => (await ask(server, script)).status).toBe(200)
})

/** A server whose store finds tokens only once it may; it says when a caller is gone. */
async function startSlowLookups(dataDir: string) {
  const store = await openDataFolder(configOf({ dataDir }))
  await seed(store)
  const mayFind = Promise.withResolvers<void>()
  const isGone = Promise.withResolvers<unknown>()
  const isAsked = Promise.withResolvers<void>()
  const findToken: typeof store.findToken = async (hash) => {
    isAsked.resolve()
    await mayFind.promise
    return store.findToken(hash)
  }
  const wrapFastPath =
    (fastPath: FastPath): FastPath =>
    (request, response) => {
      isGone.resolve(once(response, 'close'))
      return fastPath(request, response)
    }
  const limits = { tokenRate: 0, tokenInFlight: 1 }
  const server = await startTestServer({ dataDir, limits }, { store: { ...store, findToken }, wrapFastPath })
  return { store, server, mayFind, isAsked, isGone }
}

test('a request whose caller hung up while its token was looked up is not in flight', async () => {
  await using folder = await temporaryFolder()
  const { store, server, mayFind, isAsked, isGone } = await startSlowLookups(folder.path)
  await using _ = { [Symbol.asyncDispose]: () => store.close() }
  await using __ = server
  const script = await server.token({ name: 'script' })
  const gone = new AbortController()
  const asked = fetch(`${server.url}/platform/admin/session`, {
    headers: { authorization: `Bearer ${script}` },
    signal: gone.signal,
  }).catch(() => null)
  await isAsked.promise
  gone.abort()
  await asked
  await isGone.promise
  mayFind.resolve()
  expect((await ask(server, script)).status).toBe(200)
})

test('each call of a batch counts, and a batch larger than a limit can start alone', async () => {
  const { server, script } = await startLimited({ tokenRate: 10 })
  await using _ = server
  const batch = (calls: number) => {
    const names = Array(calls).fill('session.whoAmI').join(',')
    return server.rest(script, `/trpc/${names}?batch=1&input=%7B%7D`)
  }
  const statuses = statusesOf(await Promise.all([batch(6), batch(6), batch(6)]))
  expect(statuses.sort()).toEqual([200, 429, 429])
  const tight = await startLimited({ tokenRate: 2, tokenInFlight: 2 })
  await using __ = tight.server
  const whole = await tight.server.rest(
    tight.script,
    '/trpc/session.whoAmI,tenants.list,session.whoAmI?batch=1&input={}',
  )
  expect(whole.status).toBe(200)
})

test('the default limits do not affect a console, which sends many requests at once', async () => {
  await using server = await startTestServer()
  const token = await server.token()
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask(server, token)))
  expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
})

test('a caller without a valid token does not use up the limits of one', async () => {
  const { server, script } = await startLimited({ tokenRate: 3 })
  await using _ = server
  for (let times = 0; times < 10; times += 1) await ask(server, `${script.slice(0, -1)}!`)
  expect((await ask(server, script)).status).toBe(200)
})
