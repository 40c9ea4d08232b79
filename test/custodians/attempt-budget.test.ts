import { expect, test } from 'vitest'
import { fingerprintOf } from '../../server/credential-pair.ts'
import { Secret } from '../../shared/secret.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { operatorAt, until } from './setup.ts'

const minute = 60_000

/** A server whose time the test moves, and a pair that its provider refuses. */
async function startAt(now: number) {
  const time = { now }
  const server = await startTestServer({}, { clock: { now: () => time.now } })
  const operator = await operatorAt(server, await server.token({ expiresAt: now + 1000 * 60 * minute }))
  const pair = await server.pair('copper', { mode: 'wrong-signature' })
  const asked = () => server.simulator.counters.of(pair.apiKey).received
  const statuses = async (count: number) => {
    const all: number[] = []
    for (let at = 0; at < count; at += 1) all.push((await operator.rotate(pair)).status)
    return all
  }
  return { server, operator, pair, time, asked, statuses, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('after three refusals in ten minutes a key is not tried again until then, and the provider is not asked', async () => {
  await using house = await startAt(Date.now())
  expect(await house.statuses(4)).toEqual([400, 400, 400, 429])
  expect(house.asked()).toBe(3)
  const refused = await house.operator.rotate(house.pair)
  expect(refused.body.error?.code).toBe('TooManyRequests')
  expect(refused.body.error?.message).toContain('keys that were active still are')
  expect(refused.headers.get('retry-after')).toBe('600')
  expect((await house.operator.validate(house.pair)).status).toBe(429)
  house.time.now += 10 * minute - 1
  expect((await house.operator.rotate(house.pair)).headers.get('retry-after')).toBe('1')
  house.time.now += 1
  expect(await house.statuses(1)).toEqual([400])
  expect(house.asked()).toBe(4)
})

test('after ten refusals in an hour a key is not tried again until then', async () => {
  await using house = await startAt(Date.now())
  for (let round = 0; round < 3; round += 1) {
    expect(await house.statuses(4)).toEqual([400, 400, 400, 429])
    house.time.now += 10 * minute
  }
  expect(await house.statuses(2)).toEqual([400, 429])
  expect((await house.operator.rotate(house.pair)).headers.get('retry-after')).toBe(`${30 * 60}`)
  house.time.now += 30 * minute
  expect(await house.statuses(1)).toEqual([400])
  expect(house.asked()).toBe(11)
})

test('rotations, validations and checks of one key spend the same budget', async () => {
  await using house = await startAt(Date.now())
  const { operator, server } = house
  const pair = await server.pair('copper')
  await operator.rotate(pair)
  server.simulator.setMode(pair.apiKey, 'unknown-key')
  expect((await operator.check()).status).toBe(200)
  expect((await operator.validate(pair)).status).toBe(400)
  expect((await operator.rotate(pair)).status).toBe(400)
  expect((await operator.check()).status).toBe(429)
  expect((await operator.validate(pair)).status).toBe(429)
})

test.each(['500', 'no-permission', 'throttled', 'other-account', 'skewed-clock'] as const)(
  'what says nothing against the pair itself (%s) is not counted',
  async (mode) => {
    await using house = await startAt(Date.now())
    const { operator, server } = house
    const account = { account: 'one account' }
    await operator.rotate(await server.pair('copper', account))
    const pair = await server.pair('copper', { ...account, mode })
    const codes = new Set<string | undefined>()
    for (let at = 0; at < 5; at += 1) codes.add((await operator.rotate(pair)).body.error?.code)
    expect(codes).not.toContain('TooManyRequests')
    expect(server.simulator.counters.of(pair.apiKey).received).toBe(5)
  },
)

test('refusals of our own rules are not counted', async () => {
  await using house = await startAt(Date.now())
  const { apiKey } = await house.server.pair('copper')
  for (let at = 0; at < 5; at += 1)
    expect((await house.operator.rotate({ apiKey, secretApiKey: 'with white space' })).status).toBe(400)
})

test('another key, and the same key at another custodian, have budgets of their own', async () => {
  await using house = await startAt(Date.now())
  expect(await house.statuses(4)).toEqual([400, 400, 400, 429])
  expect((await house.operator.rotate(await house.server.pair('copper'))).status).toBe(200)
  const elsewhere = { custodianId: custodians.large, tenantId: tenants.second }
  expect((await house.operator.rotate(house.pair, elsewhere)).status).toBe(400)
})

test('many attempts at once do not get past the budget', async () => {
  await using house = await startAt(Date.now())
  const hold = Promise.withResolvers<void>()
  house.server.simulator.onRequest(() => hold.promise)
  const attempts = Array.from({ length: 30 }, () => house.operator.validate(house.pair))
  await until(() => house.asked() === 3)
  const refused = await Promise.race(attempts)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('10')
  hold.resolve()
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(27)
  expect(house.asked()).toBe(3)
})

test('attempts that a stop interrupted are not counted', async () => {
  await using house = await startAt(Date.now())
  const { store } = house.server.app
  const keyFingerprint = fingerprintOf(new Secret(house.pair.apiKey), await store.salt())
  const [actor, at] = ['test', house.time.now]
  const check = { kind: 'check', custodianId: custodians.copper, tenantId: tenants.first, version: 1 } as const
  for (const checkId of ['one', 'two', 'three'])
    await store.beginCheck({ ...check, checkId, keyFingerprint, actor, at })
  expect((await house.operator.validate(house.pair)).status).toBe(429)
  expect(await store.endInterrupted({ actor, at })).toBe(3)
  expect((await house.operator.validate(house.pair)).status).toBe(400)
})
