import { createTRPCClient, httpBatchLink, httpBatchStreamLink, type TRPCClientError } from '@trpc/client'
import { expect } from 'vitest'
import type { AppRouter } from '../../shared/router.ts'
import { asExactlyRead } from '../harness/exact.ts'
import { test as base } from '../harness/fixtures.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { restTransport } from './transports.ts'

const test = base
  .extend(
    'clientOver',
    { scope: 'file' },
    ({ server, token }) =>
      (link: Link, { on = server, bearer = token, ...more }: Over = {}) => {
        const statuses: number[] = []
        const options = {
          ...more,
          url: `${on.url}/trpc`,
          headers: { authorization: `Bearer ${bearer}` },
          fetch: async (url: string | URL | Request, init?: object) => {
            const response = await fetch(url, init as RequestInit)
            statuses.push(response.status)
            return response
          },
        }
        return { client: createTRPCClient<AppRouter>({ links: [link<AppRouter>(options as never)] }), statuses }
      },
  )
  /** Rotations of one moment through the stock client; a custodian's keys are of one account at the provider. */
  .extend(
    'rotateTogether',
    { scope: 'file' },
    ({ clientOver }) =>
      async (on: TestServer, custodianIds: readonly string[]) => {
        const { client, statuses } = clientOver(httpBatchLink, { on, bearer: await on.token() })
        const inputs = await Promise.all(
          custodianIds.map(async (custodianId) => {
            const tenantId = custodianId === custodians.copper ? tenants.first : tenants.second
            return { tenantId, custodianId, ...(await on.credentials('copper', { account: custodianId })) }
          }),
        )
        const answers = await Promise.allSettled(inputs.map((input) => client.custodians.updateApiKeys.mutate(input)))
        return { answers, statuses }
      },
  )
  .extend(
    'rest',
    { scope: 'file' },
    ({ server, token }) =>
      async (name: Parameters<typeof restTransport>[1]['name'], input = {}) =>
        (await restTransport(server, { name, input, token })).value,
  )
  .extend(
    'batchOf',
    { scope: 'file' },
    ({ server, token }) =>
      (count: number, name: string, init: RequestInit = {}) => {
        const inputs = Object.fromEntries(
          Array.from({ length: count }, (_, at) => [at, { custodianId: custodians.copper }]),
        )
        return server.rest(token, `/trpc/${calls(count, name)}?batch=1`, {
          method: 'POST',
          body: JSON.stringify(inputs),
          ...init,
        })
      },
  )

type Link = typeof httpBatchLink | typeof httpBatchStreamLink

type Over = { readonly on?: TestServer; readonly bearer?: string; readonly methodOverride?: 'POST' }

test.for([
  ['httpBatchLink', httpBatchLink],
  ['httpBatchStreamLink', httpBatchStreamLink],
] as const)(
  '%s: simultaneous queries are batched and each is answered like REST',
  async ([_, link], { clientOver, rest }) => {
    const { client, statuses } = clientOver(link)
    const wallets = { tenantId: tenants.second, custodianId: custodians.large, onlyActive: false }
    const values = await Promise.all([
      client.session.whoAmI.query({}),
      client.custodians.wallets.query(wallets),
      client.reports.reserves.query({}),
      client.tenants.list.query({}),
      client.custodians.list.query({}),
    ])
    expect(statuses).toEqual([200])
    expect(asExactlyRead(values)).toEqual([
      await rest('session.whoAmI'),
      await rest('custodians.wallets', wallets),
      await rest('reports.reserves'),
      await rest('tenants.list'),
      await rest('custodians.list'),
    ])
  },
)

test('one failing query of a batch does not affect the others', async ({ clientOver }) => {
  const { client, statuses } = clientOver(httpBatchLink)
  const [good, bad, missing] = await Promise.allSettled([
    client.tenants.list.query({}),
    client.custodians.wallets.query({ tenantId: tenants.first, custodianId: 'x' }),
    client.custodians.rotations.query({ custodianId: id(999) }),
  ])
  expect(statuses).toEqual([207])
  expect(good).toMatchObject({ status: 'fulfilled', value: [{ id: '1' }, { id: '2' }] })
  expect(bad).toMatchObject({ reason: { data: { httpStatus: 400, failure: { code: 'ValidationError' } } } })
  expect(missing).toMatchObject({ reason: { data: { httpStatus: 404, failure: { code: 'NotFound' } } } })
})

test('a batch with an invalid token is refused completely', async ({ server }) => {
  const links = [httpBatchLink({ url: `${server.url}/trpc`, headers: { authorization: 'Bearer srt_x' } })]
  const client = createTRPCClient<AppRouter>({ links })
  const answers = await Promise.allSettled([client.tenants.list.query({}), client.custodians.list.query({})])
  for (const answer of answers)
    expect(answer).toMatchObject({ reason: { data: { httpStatus: 401, failure: { code: 'Unauthenticated' } } } })
})

test('simultaneous mutations are batched and each has its own answer', async ({ rotateTogether }) => {
  await using own = await startTestServer()
  const { answers, statuses } = await rotateTogether(own, [custodians.copper, custodians.large, id(999)])
  expect(statuses).toEqual([207])
  expect(answers).toMatchObject([
    { value: { success: true } },
    { value: { success: true } },
    { reason: { data: { httpStatus: 404, failure: { code: 'NotFound' } } } },
  ])
})

test('of two rotations of one custodian in a batch, one runs and the other is refused with RotationInProgress', async ({
  rotateTogether,
}) => {
  await using own = await startTestServer()
  const { answers } = await rotateTogether(own, [custodians.large, custodians.large])
  const [won, lost] = answers.toSorted((a, b) => a.status.localeCompare(b.status))
  expect(won).toMatchObject({ value: { success: true } })
  expect(lost).toMatchObject({ reason: { data: { httpStatus: 409, failure: { code: 'RotationInProgress' } } } })
  expect(own.simulator.counters.total()).toBe(1)
})

const calls = (count: number, name: string) => Array.from({ length: count }, () => name).join(',')
const check = 'custodians.checkApiKeys'

test('a batch with an Idempotency-Key has one call; with more, none runs', async ({ batchOf, server }) => {
  const before = await server.data.truth.everything()
  const headers = { 'idempotency-key': 'night-1' }
  const refused = await batchOf(2, check, { headers })
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    {
      error: {
        data: {
          failure: { code: 'ValidationError', info: ['Idempotency-Key: applies to one call, but this batch has 2'] },
        },
      },
    },
  ])
  expect(await server.data.truth.everything()).toEqual(before)
  expect((await batchOf(1, check, { headers })).status).toBe(404)
})

test.for(['POST', 'GET'])(
  'a batch sent as %s has at most ten calls; a larger one is refused completely',
  async (method, { batchOf, server }) => {
    const name = method === 'POST' ? check : 'tenants.list'
    const init = method === 'POST' ? {} : { method, body: null }
    const before = await server.data.truth.everything()
    const refused = await batchOf(11, name, init)
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { data: { failure: { code: 'ValidationError', info: ['batch: has 11 calls, may have at most 10'] } } } },
    ])
    expect(await server.data.truth.everything()).toEqual(before)
    expect(await (await batchOf(10, name, init)).json()).toHaveLength(10)
  },
)

test('commas encoded as %2C count too, and doubly encoded ones are not part of a name', async ({ server, token }) => {
  const eleven = calls(11, 'tenants.list')
  expect((await server.rest(token, `/trpc/${eleven.replaceAll(',', '%2C')}?batch=1`)).status).toBe(400)
  expect((await server.rest(token, `/trpc/${eleven.replaceAll(',', '%252C')}?batch=1`)).status).toBe(404)
})

test('queries and mutations are sent apart', async ({ batchOf }) => {
  const refused = await batchOf(1, `tenants.list,${check}`)
  expect(await refused.json()).toMatchObject({
    error: { data: { failure: { info: ['batch: has queries and mutations; send them separately'] } } },
  })
})

test('queries that are too long for a URL are sent as POST', async ({ clientOver, rest }) => {
  const { client, statuses } = clientOver(httpBatchLink, { methodOverride: 'POST' })
  const values = await Promise.all([
    client.tenants.list.query({}),
    client.custodians.wallets.query({ tenantId: tenants.second, custodianId: custodians.large }),
  ])
  expect(statuses).toEqual([200])
  expect(asExactlyRead(values)).toEqual([
    await rest('tenants.list'),
    await rest('custodians.wallets', { tenantId: tenants.second, custodianId: custodians.large }),
  ])
})

test('a listing too long for the answer of a batch is refused there, and answered on its own', async ({
  clientOver,
}) => {
  await using own = await startTestServer()
  const wallet = { tenantId: tenants.first, custodianId: custodians.copper }
  await own.app.store.putWallets(
    Array.from({ length: 2_000 }, (_, at) => ({
      ...wallet,
      walletId: id(10_000 + at),
      blockchainId: id(1),
      address: `0x${at}`,
      metadataJson: '{}',
      isVisible: true,
      isActive: true,
      isTreasuryEnabled: false,
      isGasStationEnabled: false,
    })),
  )
  const { client, statuses } = clientOver(httpBatchLink, { on: own, bearer: await own.token() })
  const [long, short, alike] = await Promise.allSettled([
    client.custodians.wallets.query(wallet),
    client.tenants.list.query({}),
    client.custodians.wallets.query({ ...wallet, custodianId: custodians.fireblocks }),
  ])
  expect(long).toMatchObject({
    reason: {
      data: {
        httpStatus: 400,
        failure: { info: ['batch: the response of custodians.wallets is too large for a batch; send this call alone'] },
      },
    },
  })
  expect([short.status, alike.status]).toEqual(['fulfilled', 'fulfilled'])
  const page = { ...wallet, cursor: null, limit: 1_000 }
  const [longPage] = await Promise.allSettled([
    client.custodians.walletsPage.query(page),
    client.tenants.list.query({}),
  ])
  expect(longPage).toMatchObject({ reason: { data: { httpStatus: 400 } } })
  expect((await client.custodians.walletsPage.query(page)).wallets).toHaveLength(1_000)
  expect((await client.custodians.wallets.query(wallet)).wallets).toHaveLength(2_002)
  expect(statuses).toEqual([207, 207, 200, 200])
})

test('the answers of a batch share one size limit: those beyond it are refused, the others are returned', async ({
  clientOver,
}) => {
  await using own = await startTestServer()
  await own.app.store.putTenants(
    Array.from({ length: 16_000 }, (_, at) => ({ tenantId: id(1_000 + at), name: `Tenant ${'x'.repeat(60)} ${at}` })),
  )
  const bearer = await own.token()
  const one = await own.rest(bearer, '/trpc/tenants.list')
  const bytes = (await one.arrayBuffer()).byteLength
  expect(bytes).toBeGreaterThan(1024 * 1024)
  const { client, statuses } = clientOver(httpBatchLink, { on: own, bearer })
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => client.tenants.list.query({})))
  const given = answers.filter(({ status }) => status === 'fulfilled')
  expect(given).toHaveLength(Math.floor((4 * 1024 * 1024) / bytes))
  const reason = 'batch: its responses exceed 4 MiB with that of tenants.list; send this call alone'
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { data: { httpStatus: 400, failure: { code: 'ValidationError', info: [reason] } } },
  })
  expect(await client.tenants.list.query({})).toHaveLength(16_002)
  expect(statuses).toEqual([207, 200])
})

test('a mutation over the streaming link reports its failure like the other links', async ({ clientOver }) => {
  const { client } = clientOver(httpBatchStreamLink)
  const input = { tenantId: tenants.first, custodianId: id(999), apiKey: 'a', secretApiKey: 'b' }
  const error = await client.custodians.updateApiKeys
    .mutate(input)
    .catch((reason: TRPCClientError<AppRouter>) => reason)
  expect(error).toMatchObject({ data: { httpStatus: 404, failure: { code: 'NotFound' } } })
})
