import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { IssueOptions } from '../../server/providers/simulator/issue-credentials.ts'
import { test as base } from '../harness/fixtures.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { type Ask, restRequest, transports, trpcRequest } from './transports.ts'

const test = base
  .extend(
    'rotation',
    { scope: 'file' },
    ({ server, token }) =>
      async (key: string, options: IssueOptions = {}): Promise<Ask> => {
        const credentials = await server.credentials('copper', { account, ...options })
        const input = { tenantId: tenants.first, custodianId: custodians.copper, ...credentials }
        return { name: 'custodians.updateApiKeys', token, input, headers: { 'idempotency-key': key } }
      },
  )
  .extend(
    'asked',
    { scope: 'file' },
    ({ server }) =>
      () =>
        server.simulator.counters.total(),
  )

const account = randomUUID()

describe.each([
  ['REST', 'REST'],
  ['REST', 'tRPC'],
  ['tRPC', 'REST'],
  ['batched tRPC', 'batched tRPC'],
] as const)('with an Idempotency-Key, first over %s, then over %s', (first, second) => {
  test.for([
    ['stored', 200, {}],
    ['refused', 400, { mode: 'wrong-signature' }],
  ] as const)(
    'a rotation that was %s is answered %i again, and the provider is not contacted',
    async ([_, status, options], { rotation, asked, server }) => {
      const ask = await rotation(randomUUID(), options)
      const answer = await transports[first](server, ask)
      expect(answer.status).toBe(status)
      expect(answer.rotationId).toMatch(/^[0-9a-f-]{36}$/)
      const before = asked()
      expect(await transports[second](server, ask)).toEqual(answer)
      expect(asked()).toBe(before)
    },
  )

  test('a rotation whose provider was down runs again', async ({ rotation, server, token }) => {
    const key = randomUUID()
    const ask = await rotation(key, { mode: '502-html' })
    const answer = await transports[first](server, ask)
    expect(answer.status).toBe(500)
    const { apiKey } = ask.input as { apiKey: string }
    server.simulator.setMode(apiKey, 'ok')
    const retried = await transports[second](server, ask)
    expect(retried.status).toBe(200)
    const input = { custodianId: custodians.copper, idempotencyKey: key }
    expect((await transports[second](server, { name: 'custodians.rotations', token, input })).value).toMatchObject([
      { rotationId: retried.rotationId, retryOf: answer.rotationId },
      { rotationId: answer.rotationId, retryOf: null },
    ])
  })

  test('a different request is refused and not executed', async ({ rotation, asked, server }) => {
    const key = randomUUID()
    expect((await transports[first](server, await rotation(key))).status).toBe(200)
    const before = asked()
    const answer = await transports[second](server, await rotation(key))
    expect(answer).toMatchObject({ status: 422, code: 'IdempotencyMismatch' })
    expect(asked()).toBe(before)
  })
})

test.for([
  ['stored', 200, {}],
  ['refused', 400, { mode: 'wrong-signature' }],
] as const)(
  'an answer (%s) states in a header that it is replayed, over REST and tRPC',
  async ([_, status, options], { rotation, server }) => {
    const ask = await rotation(randomUUID(), options)
    const headers = async (request: Request) => {
      const answer = await fetch(request)
      await answer.arrayBuffer()
      return [answer.status, answer.headers.get('idempotent-replayed')]
    }
    expect(await headers(restRequest(server, ask))).toEqual([status, null])
    expect(await headers(restRequest(server, ask))).toEqual([status, 'true'])
    expect(await headers(trpcRequest(server, ask))).toEqual([status, 'true'])
    const other = await rotation(ask.headers?.['idempotency-key'] as string)
    expect(await headers(restRequest(server, other))).toEqual([422, null])
  },
)

test('without the key the provider is contacted again (control)', async ({ rotation, asked, server }) => {
  const { headers: _, ...ask } = await rotation('')
  const { rotationId } = await transports.REST(server, ask)
  const before = asked()
  expect((await transports.REST(server, ask)).rotationId).not.toBe(rotationId)
  expect(asked()).toBeGreaterThan(before)
})

test('the same key of another token is another key', async ({ rotation, server }) => {
  const ask = await rotation(randomUUID())
  const { rotationId } = await transports.REST(server, ask)
  const again = await transports.tRPC(server, { ...ask, token: await server.token({ name: 'other' }) })
  expect(again.status).toBe(200)
  expect(again.rotationId).not.toBe(rotationId)
})

test('a rotation is found by its Idempotency-Key, only by the token that began it, with any outcome', async ({
  rotation,
  server,
  token,
}) => {
  const input = (idempotencyKey: string) => ({ custodianId: custodians.copper, idempotencyKey })
  const other = await server.token({ name: 'other' })
  for (const options of [{}, { mode: 'wrong-signature' }, { mode: '502-html' }] as const) {
    const key = randomUUID()
    const { rotationId } = await transports.REST(server, await rotation(key, options))
    for (const transport of Object.values(transports)) {
      const find = async (bearer: string, text: string) =>
        (await transport(server, { name: 'custodians.rotations', token: bearer, input: input(text) })).value
      expect(await find(token, key)).toEqual([expect.objectContaining({ rotationId })])
      expect(await find(other, key)).toEqual([])
      expect(await find(token, `${key}-`)).toEqual([])
    }
  }
})

test('repetitions that arrive together run one rotation', async ({ rotation, server }) => {
  const ask = await rotation(randomUUID())
  const answers = await Promise.all([...Array(8).keys()].map((n) => transports[n % 2 ? 'REST' : 'tRPC'](server, ask)))
  // 409 while the first one runs, and its answer from then on.
  const statuses = new Set(answers.map(({ status }) => status))
  expect(new Set([...statuses, 409])).toEqual(new Set([200, 409]))
  expect(new Set(answers.map(({ rotationId }) => rotationId)).size).toBe(1)
})

test.for([
  ['empty', ''],
  ['longer than 255 characters', 'k'.repeat(256)],
  ['two words', 'a b'],
] as const)('a key that is %s is refused', async ([_, key], { rotation, asked, server }) => {
  const before = asked()
  const ask = await rotation(key)
  for (const transport of Object.values(transports))
    expect(await transport(server, ask)).toMatchObject({
      status: 400,
      info: ['Idempotency-Key: must be 1 to 255 visible ASCII characters'],
    })
  expect(asked()).toBe(before)
})
