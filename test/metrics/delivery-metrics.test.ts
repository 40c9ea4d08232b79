import { describe, expect, test } from 'vitest'
import { noStreams } from '../../server/streaming/destination.ts'
import { usualWebhookSettings } from '../../server/webhooks/settings.ts'
import type { Id } from '../../shared/primitives.ts'
import { startTestServer, type TestConfig, type TestServer } from '../harness/server.ts'
import { startReceiver as startCollector } from '../streaming/receivers.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { scrape } from './scrape.ts'

const metrics = { host: '127.0.0.1', port: 0 }
const scraped = ({ app }: TestServer) => scrape(app.metricsUrl ?? '')
const sampleOf = async (server: TestServer, series: string) => (await scraped(server)).value(series)

async function startWith(config: TestConfig) {
  const server = await startTestServer({ metrics, ...config })
  return { server, admin: server.trpc(await server.token()) }
}

type Admin = ReturnType<TestServer['trpc']>

async function subscribe(admin: Admin, url: string): Promise<Id> {
  const { id } = await admin.webhooks.create.mutate({ name: 'receiver', url, eventTypes: ['rotation.ended'] })
  return id
}

async function ping(admin: Admin, webhookId: Id, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) await admin.webhooks.ping.mutate({ webhookId })
}

describe('the outbox', () => {
  test('counts each attempt by what came of it', async () => {
    const paces = { look: 20, attempt: 5_000, claim: 10_000 }
    const { server, admin } = await startWith({
      webhooks: { ...usualWebhookSettings, allowedRanges: ['127.0.0.0/8'], paces },
    })
    await using _ = server
    await using receiver = await startReceiver()
    const attempts = (outcome: string) => sampleOf(server, `strongroom_event_deliveries_total{outcome="${outcome}"}`)
    const webhookId = await subscribe(admin, receiver.url)
    expect(await Promise.all(['delivered', 'failed', 'gone'].map(attempts))).toEqual([0, 0, 0])
    await ping(admin, webhookId, 3)
    await expect.poll(() => attempts('delivered')).toBe(3)
    receiver.status = 500
    await ping(admin, webhookId, 1)
    await expect.poll(() => attempts('failed')).toBe(1)
    receiver.status = 410
    await ping(admin, webhookId, 1)
    await expect.poll(() => attempts('gone')).toBeGreaterThan(0)
    expect(await attempts('delivered')).toBe(3)
  })

  test('has the number of deliveries that enabled webhooks wait for, and the age of the oldest', async () => {
    const ago = 600_000
    let back = ago
    const server = await startTestServer({ metrics }, { clock: { now: () => Date.now() - back } })
    await using _ = server
    const admin = server.trpc(await server.token())
    const waiting = await subscribe(admin, 'https://one.example')
    const disabled = await subscribe(admin, 'https://two.example')
    await ping(admin, waiting, 2)
    await ping(admin, disabled, 5)
    await admin.webhooks.disable.mutate({ webhookId: disabled, version: 1 })
    back = 0
    await ping(admin, waiting, 1)
    const { value } = await scraped(server)
    expect(value('strongroom_event_deliveries_pending')).toBe(3)
    const age = value('strongroom_event_oldest_pending_age_seconds')
    expect(age).toBeGreaterThanOrEqual(ago / 1_000)
    expect(age).toBeLessThan(2 * (ago / 1_000))
  })

  test('is empty where nothing waits (control)', async () => {
    const { server } = await startWith({})
    await using _ = server
    const { value, names } = await scraped(server)
    expect(names).toContain('strongroom_event_deliveries_pending')
    expect(value('strongroom_event_deliveries_pending')).toBe(0)
    expect(value('strongroom_event_oldest_pending_age_seconds')).toBe(0)
  })
})

test('a destination of the audit lags by what it has not received, with each failure, until it has received all', async () => {
  await using collector = await startCollector()
  collector.status = 500
  const destinations = [{ url: new URL(`${collector.url}?key=of-the-collector`), isRequired: false }]
  const { server, admin } = await startWith({ auditStreams: { ...noStreams, destinations } })
  await using _ = server
  const labelled = (name: string) => `strongroom_audit_stream_${name}{destination="${collector.url}"}`
  await admin.tenants.create.mutate({ name: 'Northern Bank' })
  await expect.poll(() => sampleOf(server, labelled('failures_total'))).toBeGreaterThan(0)
  const head = async () => Number((await server.app.store.auditHead())?.sequence)
  expect(await sampleOf(server, labelled('lag_records'))).toBe(await head())
  expect(await head()).toBeGreaterThan(0)
  collector.status = 200
  await expect.poll(() => sampleOf(server, labelled('lag_records'))).toBe(0)
  const { text, value } = await scraped(server)
  expect(value(labelled('failures_total'))).toBeGreaterThan(0)
  expect(text, 'queries of destinations are not shown').not.toContain('of-the-collector')
})
