import { request } from 'node:http'
import { Registry } from 'prom-client'
import { describe, expect } from 'vitest'
import { meteredStore } from '../../server/metrics/work-metrics.ts'
import { talk } from '../api/socket.ts'
import { test as base } from '../harness/fixtures.ts'
import { operatorAt } from '../harness/operator.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { begin, endOf, install, intentOf } from '../store/contract/installation.ts'
import { sqlite } from '../store/engines/sqlite.ts'
import { scrape } from './scrape.ts'

const test = base.extend('config', { scope: 'file' }, { metrics: { host: '127.0.0.1', port: 0 } })

const metricsOf = ({ app }: TestServer) => app.metricsUrl ?? ''
const scraped = (server: TestServer) => scrape(metricsOf(server))
const requests = (operation: string, status: number | 'aborted') =>
  `strongroom_requests_total{operation="${operation}",status="${status}"}`

type Growth = { readonly server: TestServer; readonly series: string; readonly by?: number }

/** That a series grew by so much; a request is counted at its end, which may come after its answer. */
async function expectGrowth({ server, series, by = 1 }: Growth, work: () => Promise<unknown>) {
  const before = (await scraped(server)).value(series)
  await work()
  await expect.poll(async () => (await scraped(server)).value(series) - before).toBe(by)
}

const wallets = `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets`

describe('requests', () => {
  test('are counted by operation and status', async ({ server, token }) => {
    const list = () => server.rest(token, '/platform/admin/custodians')
    await expectGrowth({ server, series: requests('custodians.list', 200) }, list)
    const unknown = () => server.rest(token, '/platform/admin/custodians/999999')
    await expectGrowth({ server, series: requests('custodians.get', 404) }, unknown)
  })

  test('have the same operation over tRPC, and a batch is one request', async ({ server, token }) => {
    const client = server.trpc(token)
    const one = () => client.tenants.list.query({})
    await expectGrowth({ server, series: requests('tenants.list', 200) }, one)
    const two = () => Promise.all([client.tenants.list.query({}), client.session.whoAmI.query({})])
    await expectGrowth({ server, series: requests('batch', 200) }, two)
  })

  test('that the fast path answers are counted too, in their operation and in its durations', async ({
    server,
    token,
  }) => {
    const twice = async () => {
      for (let time = 0; time < 20; time += 1) await (await server.rest(token, wallets)).arrayBuffer()
    }
    const count = 'strongroom_request_duration_seconds_count{operation="custodians.wallets"}'
    await expectGrowth({ server, series: count, by: 20 }, twice)
    const { value } = await scraped(server)
    expect(value('strongroom_request_duration_seconds_bucket{operation="custodians.wallets",le="+Inf"}')).toBe(
      value(count),
    )
  })

  test('that the fast path answers are counted once without the request log too', async () => {
    await using server = await startTestServer({ metrics: { host: '127.0.0.1', port: 0 }, accessLog: false })
    const token = await server.token()
    for (let time = 0; time < 20; time += 1) await (await server.rest(token, wallets)).arrayBuffer()
    await expect.poll(async () => (await scraped(server)).value(requests('custodians.wallets', 200))).toBe(20)
  })

  test('that a stranger makes up add no series', async ({ server, token }) => {
    for (const path of ['/made-up', '/trpc/made.up', '/platform/admin/made%20up']) await server.rest(token, path)
    await talk(server, 'MADE /up HTTP/1.1\r\n\r\n')
    const operations = [...(await scraped(server)).text.matchAll(/operation="([^"]*)"/g)].map(([, name]) => name)
    expect(operations.filter((name) => /made|up/.test(name ?? ''))).toEqual([])
    expect(operations).toContain('other')
  })

  test('that fail are counted by code', async ({ server }) => {
    const series = 'strongroom_request_failures_total{code="Unauthenticated"}'
    await expectGrowth({ server, series }, () => server.rest(null, wallets))
  })
})

describe('work', () => {
  const rotation = (outcome: string, verdict: string) =>
    `strongroom_rotations_total{outcome="${outcome}",verdict="${verdict}",provider="copper"}`

  test('a rotation is counted by outcome, verdict and provider', async ({ server, operator }) => {
    const good = await server.credentials('copper', { account: 'one' })
    const rotate = () => operator.rotate(good)
    await expectGrowth({ server, series: rotation('stored', 'valid') }, rotate)
    await expectGrowth({ server, series: rotation('unchanged', 'valid') }, rotate)
    const bad = { ...good, secretApiKey: 'x'.repeat(good.secretApiKey.length) }
    const refused = () => operator.rotate(bad)
    await expectGrowth({ server, series: rotation('refused', 'wrong-credentials') }, refused)
  })

  test('the answers of providers and the commits of the store are timed', async ({ server, operator }) => {
    const good = await server.credentials('copper', { account: 'one' })
    const probe = 'strongroom_provider_probe_duration_seconds_count{provider="copper",verdict="valid"}'
    const rotate = () => operator.rotate(good)
    await expectGrowth({ server, series: probe }, rotate)
    const { value } = await scraped(server)
    expect(value('strongroom_store_write_duration_seconds_count{write="completeRotation"}')).toBeGreaterThan(0)
    expect(value('strongroom_store_writes_waiting')).toBe(0)
  })
})

describe('rotations in progress', () => {
  test('are those of this server, without one that another server ended', async () => {
    await using place = await install(sqlite)
    const registry = new Registry()
    const store = meteredStore(registry, place.store)
    const open = async () => (await registry.getSingleMetric('strongroom_open_rotations')?.get())?.values[0]?.value
    const intent = intentOf(place.tokenId)
    await begin(store, intent)
    expect(await open()).toBe(1)
    await place.store.endInterrupted({ actor: 'another server', at: Date.now() })
    expect(await store.endRotation(endOf(intent.rotationId))).toBe(false)
    expect(await open()).toBe(0)
  })
})

describe('what is stored', () => {
  const custodian = (provider: string, state: string) =>
    `strongroom_custodians{provider="${provider}",state="${state}"}`

  /** A survey is kept for some seconds, so each test has a server of its own. */
  const startSurveyed = () => startTestServer({ metrics: { host: '127.0.0.1', port: 0 } })

  test('custodians are counted by provider and state, and the age of their credentials is known', async () => {
    await using server = await startSurveyed()
    const operator = await operatorAt(server)
    await operator.rotate(await server.credentials('copper'))
    const { value } = await scraped(server)
    expect(value(custodian('copper', 'active'))).toBe(1)
    expect(value(custodian('copper', 'no-credentials'))).toBe(1)
    expect(value(custodian('fireblocks', 'no-credentials'))).toBe(2)
    const age = value('strongroom_credentials_oldest_age_seconds{provider="copper"}')
    expect(age).toBeGreaterThan(0)
    expect(age).toBeLessThan(600)
    expect(value('strongroom_credentials_older_than{provider="copper",days="30"}')).toBe(0)
  })

  test('credentials that are older than some days are counted for these days', async () => {
    await using server = await startSurveyed()
    await (await operatorAt(server)).rotate(await server.credentials('copper'))
    await server.data.tamper.change('credentials', () => true, { storedAt: Date.now() - 100 * 86_400_000 })
    const { value } = await scraped(server)
    const older = (days: number) => value(`strongroom_credentials_older_than{provider="copper",days="${days}"}`)
    expect([30, 60, 90, 180, 365].map(older)).toEqual([1, 1, 1, 0, 0])
  })

  test('the number of the last audit record, the lag of its anchor and what was imported are known', async () => {
    await using server = await startSurveyed()
    await server.token()
    const head = await server.app.store.auditHead()
    const { value, names } = await scraped(server)
    expect(value('strongroom_audit_records')).toBe(Number(head?.sequence))
    expect(names).toContain('strongroom_audit_anchor_lag_records')
    expect(value('strongroom_reserve_transactions')).toBeGreaterThan(0)
    expect(value('strongroom_reserve_newest_transaction_timestamp_seconds')).toBeGreaterThan(1e9)
  })

  test('a store that cannot be read leaves out its own metrics only', async () => {
    await using server = await startSurveyed()
    const planted = await server.data.tamper.hide('tokens')
    const { names } = await scraped(server)
    await planted.undo()
    expect(names).not.toContain('strongroom_audit_records')
    expect(names).toContain('process_resident_memory_bytes')
  })
})

describe('the metrics', () => {
  const statusOf = (url: string, options: { method?: string; host?: string } = {}) =>
    new Promise<number | undefined>((resolve, reject) =>
      request(url, { method: options.method ?? 'GET', headers: { host: options.host ?? 'localhost' } }, (answer) =>
        resolve(answer.resume().statusCode),
      )
        .once('error', reject)
        .end(),
    )

  test('are on an address of their own, which serves nothing else', async ({ server, token }) => {
    const url = metricsOf(server)
    expect(new URL(url).origin).not.toBe(server.url)
    expect((await server.rest(token, '/metrics')).status).toBe(404)
    expect(await statusOf(url)).toBe(200)
    expect(await statusOf(url.replace('/metrics', '/readyz'))).toBe(404)
    expect(await statusOf(url, { method: 'POST' })).toBe(405)
  })

  test('cannot be read by a page under a name of its own', async ({ server }) => {
    expect(await statusOf(metricsOf(server), { host: 'evil.example' })).toBe(421)
  })

  test('contain no name of a tenant or custodian, no token and no key', async ({ server, token, operator }) => {
    const good = await server.credentials('copper', { account: 'one' })
    await operator.rotate(good)
    const custodianNames = (await server.trpc(token).custodians.list.query({})).map(({ name }) => name)
    const tenantNames = (await server.trpc(token).tenants.list.query({})).map(({ name }) => name)
    const { text } = await scraped(server)
    const secrets = [token, good.apiKey, good.secretApiKey, 'tester', ...custodianNames, ...tenantNames]
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })
})
