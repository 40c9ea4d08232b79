import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import type { Id } from '../../shared/primitives.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

const rotations = 50
const reads = 1000

/** Server, provider and callers share this event loop: on a busy machine it is late, and no provider is slow. */
const patience = { connectMs: 60_000, totalMs: 100_000 }

/** A server with that many custodians of the first tenant to rotate, and the requests that do it. */
async function startWithCustodians() {
  const validator = createCredentialValidator({ resolveBaseUrl: () => server.simulator.url, limits: patience })
  const server: TestServer = await startTestServer({ limits: { connectionTimeout: 120_000 } }, { validator })
  const token = await server.token()
  const ids = Array.from({ length: rotations }, (_, index) => id(1001 + index))
  await server.app.store.putCustodians(
    ids.map((custodianId) => ({
      custodianId,
      tenantId: tenants.first,
      name: `Custodian ${custodianId}`,
      provider: 'copper',
      baseUrl: 'simulator:',
    })),
  )
  return { server, token, ids, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

async function rotate(server: TestServer, token: string, custodianId: Id): Promise<number> {
  const { credentials, key } = await issueCredentials('copper')
  server.simulator.addKey(key)
  const body = JSON.stringify({ tenantId: tenants.first, ...credentials })
  const path = `/platform/admin/custodians/${custodianId}/update_api_keys`
  const response = await server.rest(token, path, { method: 'PUT', body })
  await response.arrayBuffer()
  return response.status
}

const paths = [
  `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets?onlyActive=false`,
  '/platform/admin/reports/reserves',
  '/platform/admin/custodians',
  `/platform/admin/custodians/${custodians.copper}/rotations`,
  '/platform/admin/audit',
]

async function read(server: TestServer, token: string, index: number): Promise<number> {
  const response = await server.rest(token, paths[index % paths.length] as string)
  await response.arrayBuffer()
  return response.status
}

const allReads = (server: TestServer, token: string) =>
  Promise.all(Array.from({ length: reads }, (_, index) => read(server, token, index)))

const only200 = (statuses: readonly number[]) => new Set(statuses).size === 1 && statuses[0] === 200

test(`${reads} concurrent reads succeed while ${rotations} rotations run`, async ({ annotate }) => {
  await using started = await startWithCustodians()
  const { server, token, ids } = started
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const [rotated, answered] = await Promise.all([
    Promise.all(ids.map((custodianId) => rotate(server, token, custodianId))),
    allReads(server, token),
  ])
  delay.disable()
  await annotate(`event loop, clients and provider included: longest gap ${Math.round(delay.max / 1e6)} ms`)
  expect(rotated).toEqual(ids.map(() => 200))
  expect(only200(answered)).toBe(true)
})

test(`${reads} reads are answered while a writer holds the database and ${rotations} rotations wait for it`, async () => {
  await using started = await startWithCustodians()
  const { server, token, ids } = started
  await using writer = await server.data.holdWrites()
  let through = 0
  const waiting = ids.map(async (custodianId) => {
    const status = await rotate(server, token, custodianId)
    through += 1
    return status
  })
  expect(only200(await allReads(server, token))).toBe(true)
  expect(through, 'the control: a writer does wait').toBe(0)
  await writer[Symbol.asyncDispose]()
  expect(only200(await Promise.all(waiting))).toBe(true)
})

test('a rotation whose provider hangs delays no other tenant and no other custodian', async () => {
  await using started = await startWithCustodians()
  const { server, token, ids } = started
  const release = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const { credentials, key } = await issueCredentials('copper')
  server.simulator.addKey(key)
  server.simulator.onRequest(async ({ apiKey }) => {
    if (apiKey !== credentials.apiKey) return
    asked.resolve()
    await release.promise
  })
  let isThrough = false
  const body = JSON.stringify({ tenantId: tenants.second, ...credentials })
  const path = `/platform/admin/custodians/${custodians.large}/update_api_keys`
  const hanging = server.rest(token, path, { method: 'PUT', body }).then(({ status }) => {
    isThrough = true
    return status
  })
  await asked.promise
  expect(only200(await Promise.all(ids.map((custodianId) => rotate(server, token, custodianId))))).toBe(true)
  expect(only200(await allReads(server, token))).toBe(true)
  expect(isThrough, 'the control: the provider still hangs').toBe(false)
  release.resolve()
  expect(await hanging).toBe(200)
})
