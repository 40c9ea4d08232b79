import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { configOf } from '../../server/config.ts'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import type { TokenRecord } from '../../server/store/records.ts'
import { attemptFingerprint } from '../../server/vault/fingerprints.ts'
import { openVault } from '../../server/vault/open-vault.ts'
import { Secret } from '../../shared/secret.ts'
import { type Operator, operatorAt } from '../harness/operator.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'

const minute = 60_000

/** A server whose time the test moves, and credentials that its provider rejects. */
async function startAt(now: number) {
  const time = { now }
  const server = await startTestServer({}, { clock: { now: () => time.now } })
  const operator = await operatorAt(server, await server.token({ expiresAt: now + 1000 * 60 * minute }))
  const credentials = await server.credentials('copper', { mode: 'wrong-signature' })
  const asked = () => server.simulator.counters.of(credentials.apiKey).received
  const statuses = async (count: number) => {
    const all: number[] = []
    for (let at = 0; at < count; at += 1) all.push((await operator.rotate(credentials)).status)
    return all
  }
  return {
    server,
    operator,
    credentials,
    time,
    asked,
    statuses,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('after three rejections in ten minutes a key is not tried again until they are over, and the provider is not contacted', async () => {
  await using scene = await startAt(Date.now())
  expect(await scene.statuses(4)).toEqual([400, 400, 400, 429])
  expect(scene.asked()).toBe(3)
  const refused = await scene.operator.rotate(scene.credentials)
  expect(refused.body.error?.code).toBe('TooManyRequests')
  expect(refused.body.error?.message).toContain('keys that were active still are')
  expect(refused.headers.get('retry-after')).toBe('600')
  expect((await scene.operator.validate(scene.credentials)).status).toBe(429)
  scene.time.now += 10 * minute - 1
  expect((await scene.operator.rotate(scene.credentials)).headers.get('retry-after')).toBe('1')
  scene.time.now += 1
  expect(await scene.statuses(1)).toEqual([400])
  expect(scene.asked()).toBe(4)
})

test('after ten rejections in an hour a key is not tried again until it is over', async () => {
  await using scene = await startAt(Date.now())
  for (let round = 0; round < 3; round += 1) {
    expect(await scene.statuses(4)).toEqual([400, 400, 400, 429])
    scene.time.now += 10 * minute
  }
  expect(await scene.statuses(2)).toEqual([400, 429])
  expect((await scene.operator.rotate(scene.credentials)).headers.get('retry-after')).toBe(`${30 * 60}`)
  scene.time.now += 30 * minute
  expect(await scene.statuses(1)).toEqual([400])
  expect(scene.asked()).toBe(11)
})

test('rotations, validations and checks of one key share one budget', async () => {
  await using scene = await startAt(Date.now())
  const { operator, server } = scene
  const credentials = await server.credentials('copper')
  await operator.rotate(credentials)
  server.simulator.setMode(credentials.apiKey, 'unknown-key')
  expect((await operator.check()).status).toBe(200)
  expect((await operator.validate(credentials)).status).toBe(400)
  expect((await operator.rotate(credentials)).status).toBe(400)
  expect((await operator.check()).status).toBe(429)
  expect((await operator.validate(credentials)).status).toBe(429)
})

test.each(['500', 'no-permission', 'throttled', 'other-account', 'skewed-clock'] as const)(
  'a verdict that says nothing against the credentials (%s) is not counted',
  async (mode) => {
    await using scene = await startAt(Date.now())
    const { operator, server } = scene
    const account = { account: 'one account' }
    await operator.rotate(await server.credentials('copper', account))
    const credentials = await server.credentials('copper', { ...account, mode })
    const codes = new Set<string | undefined>()
    for (let at = 0; at < 5; at += 1) codes.add((await operator.rotate(credentials)).body.error?.code)
    expect(codes).not.toContain('TooManyRequests')
    expect(server.simulator.counters.of(credentials.apiKey).received).toBe(5)
  },
)

test('rejections by local rules are not counted', async () => {
  await using scene = await startAt(Date.now())
  const { apiKey } = await scene.server.credentials('copper')
  for (let at = 0; at < 5; at += 1)
    expect((await scene.operator.rotate({ apiKey, secretApiKey: 'with white space' })).status).toBe(400)
})

test('another key, and the same key at another custodian, have their own budgets', async () => {
  await using scene = await startAt(Date.now())
  expect(await scene.statuses(4)).toEqual([400, 400, 400, 429])
  expect((await scene.operator.rotate(await scene.server.credentials('copper'))).status).toBe(200)
  const elsewhere = { custodianId: custodians.large, tenantId: tenants.second }
  expect((await scene.operator.rotate(scene.credentials, elsewhere)).status).toBe(400)
})

test('many concurrent attempts do not exceed the budget', async () => {
  await using scene = await startAt(Date.now())
  const hold = Promise.withResolvers<void>()
  scene.server.simulator.onRequest(() => hold.promise)
  const attempts = Array.from({ length: 30 }, () => scene.operator.validate(scene.credentials))
  await until(() => scene.asked() === 3)
  const refused = await Promise.race(attempts)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('10')
  hold.resolve()
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(27)
  expect(scene.asked()).toBe(3)
})

test('attempts that a stop interrupted are not counted', async () => {
  await using scene = await startAt(Date.now())
  const { store } = scene.server.app
  const { dataDir } = scene.server
  const vault = await openVault(store, configOf({ dataDir }).keyFile)
  const credentials = {
    apiKey: new Secret(scene.credentials.apiKey),
    secretApiKey: new Secret(scene.credentials.secretApiKey),
  }
  const keyFingerprint = await attemptFingerprint({ custodianId: custodians.copper, credentials }, vault)
  const { tokenId } = (await store.listTokens())[0] as TokenRecord
  const actor = 'test'
  const at = scene.time.now
  const check = { kind: 'check', custodianId: custodians.copper, tenantId: tenants.first, version: 1 } as const
  for (const checkId of ['one', 'two', 'three'])
    await store.beginCheck({ ...check, checkId, keyFingerprint, tokenId, actor, at })
  expect((await scene.operator.validate(scene.credentials)).status).toBe(429)
  expect(await store.endInterrupted({ actor, at })).toBe(3)
  expect((await scene.operator.validate(scene.credentials)).status).toBe(400)
})

describe('a token whose credentials are rejected repeatedly', () => {
  const wrong = { secretApiKey: 'with white space' }
  /** Sends so many credentials, each with an unused API key; answers the statuses. */
  async function guess(operator: Operator, count: number) {
    const statuses: number[] = []
    for (let at = 0; at < count; at += 1)
      statuses.push((await operator.validate({ apiKey: randomUUID(), ...wrong })).status)
    return statuses
  }

  test('cannot send more after thirty in ten minutes; another token can', async () => {
    await using scene = await startAt(Date.now())
    const { operator, server, time } = scene
    expect(new Set(await guess(operator, 30))).toEqual(new Set([400]))
    const before = server.simulator.counters.total()
    const good = await server.credentials('copper')
    const refused = await operator.rotate(good)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('600')
    expect(refused.body.error?.message).toContain('too many credentials sent with this operator token were refused')
    expect(refused.body.error?.info).toEqual(['reason=token-budget'])
    expect(server.simulator.counters.total()).toBe(before)
    const other = await operatorAt(server, await server.token({ name: 'other', expiresAt: time.now + 60 * minute }))
    expect((await other.rotate(good)).status).toBe(200)
    time.now += 10 * minute
    expect((await operator.check()).status).toBe(200)
  })

  test('waits until the hour is over after a hundred', async () => {
    await using scene = await startAt(Date.now())
    const statuses: number[] = []
    for (let round = 0; round < 4; round += 1) {
      statuses.push(...(await guess(scene.operator, 30)))
      scene.time.now += 10 * minute
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(100)
    expect((await scene.operator.validate({ apiKey: randomUUID(), ...wrong })).status).toBe(429)
    scene.time.now += 20 * minute
    expect((await scene.operator.validate({ apiKey: randomUUID(), ...wrong })).status).toBe(400)
  })

  test('cannot exceed the limit by sending many at once', async () => {
    await using scene = await startAt(Date.now())
    const hold = Promise.withResolvers<void>()
    scene.server.simulator.onRequest(() => hold.promise)
    const pairs = await Promise.all(Array.from({ length: 120 }, () => scene.server.credentials('copper')))
    let answered = 0
    const attempts = pairs.map(async (credentials) => {
      const { status } = await scene.operator.validate(credentials)
      answered += 1
      return status
    })
    // Accepted credentials are not counted, so none may be accepted before the last attempt has been refused.
    await until(() => answered === 20)
    hold.resolve()
    const statuses = await Promise.all(attempts)
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  test('has nothing counted that was accepted (control)', async () => {
    await using scene = await startAt(Date.now())
    const credentials = await scene.server.credentials('copper')
    for (let at = 0; at < 35; at += 1) expect((await scene.operator.validate(credentials)).status).toBe(200)
  })
})

test('a check with an internal error keeps no budget, and its end is audited', async () => {
  const validator = createCredentialValidator()
  const probe = () => Promise.reject(new TypeError('planted'))
  await using server = await startTestServer({}, { validator: { ...validator, probe } })
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper')
  for (let at = 0; at < 5; at += 1) expect((await operator.validate(credentials)).status).toBe(500)
  const audit = await operator.audit()
  expect(audit.filter((kind) => kind === 'validation.ended')).toHaveLength(5)
})

test('rejected attempts are erased after an hour, even without a further attempt', async () => {
  await using scene = await startAt(Date.now())
  await scene.statuses(2)
  const { store } = scene.server.app
  scene.time.now += 60 * minute - 1
  const expiryAt = (at: number) => ({ actor: 'test', at, recordsKeptFor: 24 * 60 * minute })
  expect(await store.eraseExpired(expiryAt(scene.time.now - 1_000))).toMatchObject({ attempts: 0 })
  expect(await store.eraseExpired(expiryAt(scene.time.now + 1_000))).toMatchObject({ attempts: 2 })
})
