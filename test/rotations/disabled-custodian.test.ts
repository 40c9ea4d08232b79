import { describe, expect } from 'vitest'
import { test as base } from '../harness/fixtures.ts'
import { custodians, tenants } from '../harness/seed.ts'
import type { TestServer } from '../harness/server.ts'

const of = { tenantId: tenants.first, custodianId: custodians.copper }

const test = base
  .extend('client', { scope: 'file' }, ({ server, token }) => server.trpc(token))
  .extend(
    'rotate',
    { scope: 'file' },
    ({ client, server }) =>
      async (more: object = {}) =>
        client.custodians.updateApiKeys.mutate({
          ...of,
          ...(await server.credentials('copper', { account: 'one', ...more })),
        }),
  )
  .extend(
    'custodian',
    { scope: 'file' },
    ({ client }) =>
      () =>
        client.custodians.get.query({ custodianId: of.custodianId }),
  )
  .extend('setDisabled', { scope: 'file' }, ({ client, custodian }) => async (isDisabled: boolean) => {
    const { version = 0 } = await custodian()
    const input = { custodianId: of.custodianId, version }
    return isDisabled ? client.custodians.disable.mutate(input) : client.custodians.enable.mutate(input)
  })

test.beforeAll(async ({ rotate }) => void (await rotate()))

const failure = (code: string, more: object = {}) => ({ data: { failure: { code, ...more } } })

/** Holds the provider's next answer. */
function holdProvider({ simulator }: TestServer) {
  const asked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const stop = simulator.onRequest(() => {
    stop()
    asked.resolve()
    return free.promise
  })
  return { asked: asked.promise, release: free.resolve }
}

test('a disabled custodian is read, and nothing of it is changed or sent to its provider', async ({
  client,
  server,
  rotate,
  custodian,
  setDisabled,
}) => {
  await setDisabled(true)
  const before = await custodian()
  const asked = server.simulator.counters.total()
  const offered = await server.credentials('copper', { account: 'one' })
  await expect(rotate()).rejects.toMatchObject(failure('Disabled'))
  await expect(client.custodians.validateApiKeys.mutate({ ...of, ...offered })).rejects.toMatchObject(
    failure('Disabled'),
  )
  await expect(client.custodians.checkApiKeys.mutate({ custodianId: of.custodianId })).rejects.toMatchObject(
    failure('Disabled'),
  )
  expect(server.simulator.counters.total()).toBe(asked)
  expect(await custodian()).toEqual(before)
  expect((await client.custodians.wallets.query(of)).wallets).not.toEqual([])
  await setDisabled(false)
  expect((await rotate()).success, 'control: it can be rotated once it is enabled').toBe(true)
})

describe.each(['custodian', 'tenant'] as const)('a %s that is disabled while a rotation runs', (what) => {
  test('lets the rotation fail with its true outcome, and the active keys stay', async ({
    client,
    server,
    rotate,
    custodian,
    setDisabled,
  }) => {
    const before = await custodian()
    const held = holdProvider(server)
    const rotation = rotate().catch((error: unknown) => error)
    await held.asked
    const ofTenant = async (verb: 'disable' | 'enable') => {
      const { version } = await client.tenants.get.query({ tenantId: of.tenantId })
      return client.tenants[verb].mutate({ tenantId: of.tenantId, version })
    }
    if (what === 'custodian') await setDisabled(true)
    else await ofTenant('disable')
    held.release()
    expect(await rotation).toMatchObject(failure('Disabled', { changed: 'nothing', info: ['reason=disabled'] }))
    const [last] = await client.custodians.rotations.query({ custodianId: of.custodianId, limit: 1 })
    expect(last).toMatchObject({ outcome: 'failed', reason: 'reason=disabled' })
    expect(await custodian()).toMatchObject({ credentialVersion: before.credentialVersion, keyId: before.keyId })
    if (what === 'custodian') await setDisabled(false)
    else await ofTenant('enable')
    expect((await rotate()).success).toBe(true)
  })
})

test('a freeze while a rotation runs lets it fail with its true outcome, and refuses what comes next', async ({
  client,
  server,
  rotate,
  custodian,
}) => {
  const before = await custodian()
  const held = holdProvider(server)
  const rotation = rotate().catch((error: unknown) => error)
  await held.asked
  const { frozenAt } = await client.freezes.freeze.mutate({ tenantId: null, reason: 'stolen laptop' })
  held.release()
  const lines = [`frozen: everything, by tester, since ${frozenAt}`, 'why: stolen laptop']
  expect(await rotation).toMatchObject(failure('Frozen', { changed: 'nothing', info: ['reason=frozen', ...lines] }))
  const [last] = await client.custodians.rotations.query({ custodianId: of.custodianId, limit: 1 })
  expect(last).toMatchObject({ outcome: 'failed', reason: 'reason=frozen' })
  const asked = server.simulator.counters.total()
  await expect(rotate()).rejects.toMatchObject(failure('Frozen', { info: lines }))
  await expect(client.custodians.checkApiKeys.mutate({ custodianId: of.custodianId })).rejects.toMatchObject(
    failure('Frozen'),
  )
  expect(server.simulator.counters.total(), 'nothing is sent').toBe(asked)
  expect(await custodian()).toEqual(before)
  await client.freezes.thaw.mutate({ tenantId: null, reason: 'found' })
  expect((await rotate()).success, 'control: it can be rotated once it is thawed').toBe(true)
})

test('a custodian is not deleted while a rotation of it begins, nor once it had one', async ({
  client,
  server,
  token,
}) => {
  const { id, version } = await client.custodians.create.mutate({
    tenantId: tenants.first,
    name: 'Contended',
    provider: 'copper',
    baseUrl: 'simulator:',
  })
  const { apiKey, secretApiKey } = await server.credentials('copper')
  const rotation = server
    .trpc(token)
    .custodians.updateApiKeys.mutate({ tenantId: of.tenantId, custodianId: id, apiKey, secretApiKey })
  const deletion = server.trpc(token).custodians.delete.mutate({ custodianId: id, version })
  const [rotated, deleted] = await Promise.allSettled([rotation, deletion])
  // Whichever came first stands, and the other one has nothing left to do.
  if (deleted.status === 'fulfilled') expect(rotated).toMatchObject({ reason: failure('NotFound') })
  else {
    expect(rotated).toMatchObject({ value: { success: true } })
    expect(deleted.reason).toMatchObject(failure('InUse'))
    await expect(client.custodians.delete.mutate({ custodianId: id, version })).rejects.toMatchObject(
      failure('InUse', { info: ['rotations, which are kept as its history: 1'] }),
    )
  }
})

test('stored keys go to another host only together with the pinned account, which the next rotation sets again', async ({
  client,
  rotate,
  server,
  custodian,
}) => {
  const { version, providerAccount } = await custodian()
  expect(providerAccount).not.toBeNull()
  const move = { custodianId: of.custodianId, version: version ?? 0, baseUrl: server.simulator.url }
  await expect(client.custodians.update.mutate(move)).rejects.toMatchObject(
    failure('ValidationError', { info: [expect.stringContaining(`${providerAccount}`)] }),
  )
  await expect(rotate({ account: 'two' }), 'control: the account is pinned').rejects.toMatchObject({
    data: { failure: { verdict: 'different-account' } },
  })
  const moved = await client.custodians.update.mutate({ ...move, forgetPinnedAccount: true })
  expect(moved).toMatchObject({ baseUrl: server.simulator.url, providerAccount: null })
  const { records } = await client.audit.list.query({ custodianId: of.custodianId, kind: 'custodian.changed' })
  expect(records[0]?.details).toMatchObject({ oldProviderAccount: providerAccount, newProviderAccount: '' })
  expect((await rotate({ account: 'two' })).success).toBe(true)
  expect((await custodian()).providerAccount).not.toBe(providerAccount)
})
