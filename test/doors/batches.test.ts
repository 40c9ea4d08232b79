import {
  createTRPCClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  splitLink,
  type TRPCClientError,
} from '@trpc/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppRouter } from '../../shared/router.ts'
import { asExactlyRead } from '../harness/exact.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { tablesIn } from '../harness/tables.ts'
import { restDoor } from './doors.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.token()
})
afterAll(() => server[Symbol.asyncDispose]())

type Link = typeof httpBatchLink | typeof httpBatchStreamLink

function clientOver(link: Link) {
  const statuses: number[] = []
  const options = {
    url: `${server.url}/trpc`,
    headers: { authorization: `Bearer ${token}` },
    fetch: async (url: string | URL | Request, init?: object) => {
      const response = await fetch(url, init as RequestInit)
      statuses.push(response.status)
      return response
    },
  }
  return { client: createTRPCClient<AppRouter>({ links: [link<AppRouter>(options as never)] }), statuses }
}

const rest = async (name: Parameters<typeof restDoor>[1]['name'], input = {}) =>
  (await restDoor(server, { name, input, token })).value

test.each([
  ['httpBatchLink', httpBatchLink],
  ['httpBatchStreamLink', httpBatchStreamLink],
] as const)('%s: queries of one moment travel together and each is answered as REST answers it', async (_, link) => {
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
})

test('one failing query of a batch leaves its neighbours alone', async () => {
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

test('a batch with a bad token is refused whole', async () => {
  const links = [httpBatchLink({ url: `${server.url}/trpc`, headers: { authorization: 'Bearer srt_x' } })]
  const client = createTRPCClient<AppRouter>({ links })
  const answers = await Promise.allSettled([client.tenants.list.query({}), client.custodians.list.query({})])
  for (const answer of answers)
    expect(answer).toMatchObject({ reason: { data: { httpStatus: 401, failure: { code: 'Unauthenticated' } } } })
})

const refused = { status: 'rejected', reason: { data: { httpStatus: 400, failure: { code: 'BadRequest' } } } }

test('mutations are not batched: two of one moment are refused, and neither is done', async () => {
  const { client, statuses } = clientOver(httpBatchLink)
  const pairs = [await server.pair('copper'), await server.pair('copper')]
  const before = tablesIn(server.dataDir)
  const answers = await Promise.allSettled(
    pairs.map((pair) =>
      client.custodians.updateApiKeys.mutate({ tenantId: tenants.first, custodianId: custodians.copper, ...pair }),
    ),
  )
  expect(statuses).toEqual([400])
  expect(answers).toMatchObject([refused, refused])
  expect(server.simulator.counters.total()).toBe(0)
  expect(tablesIn(server.dataDir)).toEqual(before)
})

test.each(['%2C', '%252C', '%25252C'])('nor when their comma is written as %s', async (comma) => {
  const name = 'custodians.checkApiKeys'
  const body = JSON.stringify({ 0: { custodianId: custodians.copper }, 1: { custodianId: custodians.copper } })
  const before = tablesIn(server.dataDir)
  const answer = await server.rest(token, `/trpc/${name}${comma}${name}?batch=1`, { method: 'POST', body })
  expect([400, 404]).toContain(answer.status)
  expect(tablesIn(server.dataDir)).toEqual(before)
})

test('mutations of one moment over a link of their own are each done', async () => {
  const options = { url: `${server.url}/trpc`, headers: { authorization: `Bearer ${token}` } }
  const client = createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'mutation',
        true: httpLink(options),
        false: httpBatchLink(options),
      }),
    ],
  })
  const update = async (tenantId: string, custodianId: string) =>
    client.custodians.updateApiKeys.mutate({ tenantId, custodianId, ...(await server.pair('copper')) })
  const answers = await Promise.all([
    update(tenants.first, custodians.copper),
    update(tenants.second, custodians.large),
  ])
  expect(answers).toMatchObject([{ success: true }, { success: true }])
})

test('a mutation over the streaming link tells its failure as the others do', async () => {
  const { client } = clientOver(httpBatchStreamLink)
  const input = { tenantId: tenants.first, custodianId: id(999), apiKey: 'a', secretApiKey: 'b' }
  const error = await client.custodians.updateApiKeys
    .mutate(input)
    .catch((reason: TRPCClientError<AppRouter>) => reason)
  expect(error).toMatchObject({ data: { httpStatus: 404, failure: { code: 'NotFound' } } })
})
