import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect } from 'vitest'
import { noStreams } from '../../server/streaming/destination.ts'
import { test as base } from '../harness/fixtures.ts'
import { tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { until } from '../harness/until.ts'
import { eventsIn } from './receivers.ts'

/** A server whose audit goes to a folder that is not there yet. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
const test = base.extend('place', async ({}, { onCleanup }) => {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'missing', 'audit.jsonl')
  const start = (isRequired: boolean) =>
    startTestServer({
      auditStreams: { ...noStreams, destinations: [{ url: pathToFileURL(file), isRequired }], patienceMs: 0 },
    })
  onCleanup(() => folder[Symbol.asyncDispose]())
  return { file, start, repair: () => mkdirSync(join(folder.path, 'missing')) }
})

const change = { method: 'POST', body: JSON.stringify({ name: 'New' }) }
const tenantsPath = '/platform/admin/tenants'

describe('while a required destination does not take records', () => {
  test('changes are refused on both transports and reads are answered, until it takes them', async ({ place }) => {
    await using server = await place.start(true)
    const token = await server.token()
    const ready = async () => (await fetch(`${server.url}/readyz`)).status
    await until(async () => (await ready()) === 503)
    const refused = await server.rest(token, tenantsPath, change)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({
      error: { code: 'AuditUnavailable', info: ['reason=audit-stream'], changed: 'nothing' },
    })
    await expect(server.trpc(token).tenants.create.mutate({ name: 'New' })).rejects.toMatchObject({
      data: { failure: { code: 'AuditUnavailable' } },
    })
    expect(await (await fetch(`${server.url}/readyz`)).text()).toContain('reason=audit-stream')
    expect((await server.rest(token, tenantsPath)).status).toBe(200)
    expect((await server.trpc(token).tenants.list.query({})).map(({ name }) => name)).not.toContain('New')

    place.repair()
    await until(async () => (await ready()) === 200)
    expect((await server.rest(token, tenantsPath, change)).status).toBe(201)
    const kinds = () => eventsIn(readFileSync(place.file, 'utf8')).map(({ metadata }) => metadata.event_code)
    await until(() => kinds().includes('tenant.created'))
  })

  test('a caller without the permission hears of that, not of the destination', async ({ place }) => {
    await using server = await place.start(true)
    const token = await server.token({ permissions: ['tenants:read'], tenantId: tenants.first })
    await until(async () => (await fetch(`${server.url}/readyz`)).status === 503)
    expect((await server.rest(token, tenantsPath, change)).status).toBe(403)
  })
})

test('a destination that is not required refuses nothing (control)', async ({ place }) => {
  await using server = await place.start(false)
  const token = await server.token()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await server.rest(token, tenantsPath, change)).status).toBe(201)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})
