import { describe, expect, test } from 'vitest'
import type { CustodianKey, Store } from '../../server/store/store.ts'
import { StoreError } from '../../server/store/store-error.ts'
import type { ProviderId } from '../../shared/providers.ts'
import { operatorAt } from '../harness/operator.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { newAccount, startWithStore } from './setup.ts'

test('new credentials accepted by the provider are active afterwards, and audited', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const answer = await operator.rotate(await server.credentials('copper'))
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    isSuccess: true,
    error: null,
    value: { success: true, validationStatus: true, isWrongCredentials: false },
  })
  expect(await operator.custodian()).toMatchObject({ credentialVersion: 1, state: 'in-force' })
  expect(await operator.audit()).toEqual(['rotation.intended', 'rotation.ended'])
  const [rotation] = await operator.rotations()
  expect(rotation).toMatchObject({
    rotationId: answer.headers.get('rotation-id'),
    operator: 'tester',
    outcome: 'stored',
  })
})

test('when validation fails, the existing credentials are kept and the call is answered with an error', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const account = newAccount()
  expect((await operator.rotate(await server.credentials('copper', { account }))).status).toBe(200)
  const answer = await operator.rotate(await server.credentials('copper', { account, mode: 'wrong-signature' }))
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    isFailure: true,
    error: { code: 'ValidationError', message: expect.stringContaining('the old keys are still active') },
    value: { success: false, validationStatus: false, isWrongCredentials: true },
  })
  expect((await operator.check()).body.value).toMatchObject({ validationStatus: true })
})

test('tRPC answers rejected credentials like REST, with the rotation ID', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper', { mode: 'no-permission' })
  const { updateApiKeys } = server.trpc(operator.token).custodians
  const refused = updateApiKeys.mutate({ tenantId: tenants.first, custodianId: custodians.copper, ...credentials })
  const { data } = (await refused.catch((error: unknown) => error)) as { data: Record<string, unknown> }
  const [rotation] = await operator.rotations()
  expect(data.failure).toMatchObject({
    code: 'ValidationError',
    info: ['reason=not-permitted provider=copper http=403'],
    rotationId: rotation?.rotationId,
    changed: 'nothing',
    verdict: 'not-permitted',
    provider: 'copper',
    cause: null,
    value: { success: false, validationStatus: false, isWrongCredentials: false },
  })
})

test('the intent is durable before the provider is contacted', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const seen: unknown[] = []
  server.simulator.onRequest(async () => {
    seen.push((await server.data.truth.read('audit')).at(-1)?.kind)
  })
  const credentials = await server.credentials('copper')
  await operator.rotate(credentials)
  await operator.validate(credentials)
  await operator.check()
  expect(seen).toEqual(['rotation.intended', 'validation.intended', 'check.intended'])
})

test('credentials that break a rule of their provider are refused without contacting it', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const { secretApiKey } = await server.credentials('fireblocks')
  const credentials = { apiKey: 'no UUID', secretApiKey }
  const answer = await operator.rotate(credentials, { custodianId: custodians.fireblocks })
  expect(answer.status).toBe(400)
  expect(answer.body.error?.info[0]).toMatch(/^reason=wrong-credentials provider=fireblocks check=/)
  expect(answer.body.value).toMatchObject({ isWrongCredentials: true })
  expect(server.simulator.counters.total()).toBe(0)
})

test('credentials that are already active are answered with 200 and add no version', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper')
  await operator.rotate(credentials)
  const asked = server.simulator.counters.total()
  const again = await operator.rotate(credentials)
  expect(again.status).toBe(200)
  expect(again.body.value).toMatchObject({ success: true, message: expect.stringContaining('already active') })
  expect(server.simulator.counters.total(), 'it is checked all the same').toBeGreaterThan(asked)
  expect(await operator.custodian()).toMatchObject({ credentialVersion: 1 })
  expect((await operator.rotations())[0]).toMatchObject({ outcome: 'unchanged', verdict: 'valid' })
})

test('rejected credentials that the provider accepts again are active, not rejected', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper')
  await operator.rotate(credentials)
  server.simulator.setMode(credentials.apiKey, 'unknown-key')
  await operator.check()
  expect(await operator.custodian()).toMatchObject({ state: 'rejected' })
  server.simulator.setMode(credentials.apiKey, 'ok')
  await operator.rotate(credentials)
  expect(await operator.custodian()).toMatchObject({ state: 'in-force', credentialVersion: 1 })
})

test('an active key with another secret counts as other credentials', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper', { mode: 'accepts-anything' })
  const other = await server.credentials('copper')
  await operator.rotate(credentials)
  await operator.rotate({ apiKey: credentials.apiKey, secretApiKey: other.secretApiKey })
  expect(await operator.custodian()).toMatchObject({ credentialVersion: 2 })
})

test('the first accepted credentials pin the account; later ones must belong to it', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const account = newAccount()
  expect((await operator.validate(await server.credentials('copper'))).status, 'validating pins nothing').toBe(200)
  expect((await operator.rotate(await server.credentials('copper', { account, mode: '500' }))).status).toBe(500)
  expect((await operator.rotate(await server.credentials('copper', { account }))).status).toBe(200)
  const foreign = await operator.rotate(await server.credentials('copper'))
  expect(foreign.status).toBe(400)
  expect(foreign.body.error?.info[0]).toBe('reason=different-account provider=copper')
  expect(foreign.body.value).toMatchObject({ isWrongCredentials: false })
  expect((await operator.rotate(await server.credentials('copper', { account }))).status).toBe(200)
  expect(await operator.custodian()).toMatchObject({ credentialVersion: 2 })
})

test('a custodian of another tenant is not found, and nothing is recorded of the attempt', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server, await server.token({ tenantId: tenants.second }))
  const credentials = await server.credentials('copper')
  for (const tenantId of [tenants.first, tenants.second])
    expect((await operator.rotate(credentials, { tenantId })).status).toBe(404)
  expect((await operator.validate(credentials, { tenantId: tenants.second })).status).toBe(404)
  expect((await operator.check()).status).toBe(404)
  const platform = await operatorAt(server)
  expect(await platform.audit()).toEqual([])
  expect(server.simulator.counters.total()).toBe(0)
})

test('checking a custodian without credentials says how to store the first ones', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const answer = await operator.check()
  expect(answer.status).toBe(404)
  expect(answer.body.error?.message).toContain('update_api_keys')
})

test('a check that ends after a rotation does not affect the new credentials', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const account = newAccount()
  const old = await server.credentials('copper', { account })
  const fresh = await server.credentials('copper', { account })
  await operator.rotate(old)
  server.simulator.setMode(old.apiKey, 'unknown-key')
  const asked = Promise.withResolvers<void>()
  const rotated = Promise.withResolvers<void>()
  server.simulator.onRequest(async ({ apiKey }) => {
    if (apiKey !== old.apiKey) return
    asked.resolve()
    await rotated.promise
  })
  const check = operator.check()
  await asked.promise
  expect((await operator.rotate(fresh)).status).toBe(200)
  rotated.resolve()
  expect((await check).body.value).toMatchObject({ verdict: 'wrong-credentials' })
  expect(await operator.custodian()).toMatchObject({ state: 'in-force', credentialVersion: 2 })
})

test('the answer to a rotation is never cached', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const good = await operator.rotate(await server.credentials('copper'))
  const bad = await operator.rotate(await server.credentials('copper', { mode: '500' }))
  for (const { headers } of [good, bad]) expect(headers.get('cache-control')).toBe('no-store')
})

test('the answer to rejected first credentials does not mention old keys', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const refused = await operator.rotate(await server.credentials('copper', { mode: 'wrong-signature' }))
  expect(refused.body.error?.message).toContain('this custodian still has no keys')
})

describe('when a custodian gets another provider while a rotation begins', () => {
  const seenAs = (provider: ProviderId) => (store: Store) => ({
    findCustodian: async (key: CustodianKey) => {
      const custodian = await store.findCustodian(key)
      return custodian && { ...custodian, provider }
    },
  })

  test('keys for the new one are checked for it before it is asked, and become active', async () => {
    await using server = await startWithStore(seenAs('fireblocks'))
    const operator = await operatorAt(server)
    expect((await operator.rotate(await server.credentials('copper'))).status).toBe(200)
    expect(await operator.rotations()).toMatchObject([{ stage: 'stored', keyId: expect.stringMatching(/fp:/) }])
  })

  test('keys for the old one are refused, and no provider is asked', async () => {
    await using server = await startWithStore(seenAs('fireblocks'))
    const operator = await operatorAt(server)
    const answer = await operator.rotate(await server.credentials('fireblocks'))
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'ValidationError'])
    expect(await operator.rotations()).toMatchObject([{ stage: null, outcome: 'refused', keyId: null }])
    expect(server.simulator.counters.total()).toBe(0)
  })

  test('and the stages of such keys cannot be stored, no provider is asked', async () => {
    await using server = await startWithStore((store) => ({
      ...seenAs('fireblocks')(store),
      advanceRotation: () => Promise.reject(new StoreError('full', 'SQLITE_FULL', 'database or disk is full')),
    }))
    const operator = await operatorAt(server)
    const answer = await operator.rotate(await server.credentials('copper'))
    expect([answer.status, answer.body.error?.code]).toEqual([503, 'StorageFull'])
    expect(await operator.rotations()).toMatchObject([{ stage: null, outcome: 'failed' }])
    expect(server.simulator.counters.total()).toBe(0)
  })
})
