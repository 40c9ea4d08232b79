import { beforeEach, expect, test } from 'vitest'
import type { Delivery } from '../../shared/webhook-deliveries.ts'
import type { CreatedWebhook } from '../../shared/webhooks.ts'
import { noPostgres } from '../store/postgres/programs.ts'
import { type Receiver, startReceiver, verified } from '../webhooks/receiver.ts'
import { type ClusterScene, type ClusterServer, setCluster } from './scene.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

const webhooks = '/platform/admin/webhooks'

/** More than one server claims at a time, so that both have some when one is killed. */
const eventCount = 20

type Caller = { readonly server: ClusterServer; readonly token: string }

async function call<Value>({ server, token }: Caller, path: string, init?: RequestInit): Promise<Value> {
  const answer = await server.fetch(webhooks + path, token, init)
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
  return ((await answer.json()) as { value: Value }).value
}

const post = (body?: object): RequestInit => ({ method: 'POST', ...(body && { body: JSON.stringify(body) }) })

const startServers = (scene: ClusterScene) =>
  Promise.all(['doomed', 'other'].map((name) => scene.start(name, '--webhook-allow', '127.0.0.0/8')))

/** Two servers have sent events that nothing answered yet, when one of them is killed. */
async function killWhileDelivering(scene: ClusterScene, receiver: Receiver) {
  receiver.status = 'never'
  const token = await scene.token()
  const [doomed, other] = (await startServers(scene)) as [ClusterServer, ClusterServer]
  const surviving = { server: other, token }
  const wanted = { name: 'receiver', url: receiver.url, eventTypes: ['rotation.ended'] }
  const { id, secret } = await call<CreatedWebhook>(surviving, '', post(wanted))
  const events: string[] = []
  for (let count = 0; count < eventCount; count += 1) {
    const { eventId } = await call<Delivery>({ server: count % 2 ? doomed : other, token }, `/${id}/ping`, post())
    events.push(eventId)
  }
  const inFlight = () => new Set(receiver.ids()).size
  // One server has eight at a time.
  await expect.poll(inFlight).toBeGreaterThan(8)
  await doomed.stop('SIGKILL')
  return { surviving, webhookId: id, secret, events, before: receiver.received.length }
}

type Killed = Awaited<ReturnType<typeof killWhileDelivering>>

/** What a receiver that works again never gets, once nothing is pending any more. */
async function lostEvents(receiver: Receiver, { surviving, webhookId, events, before }: Killed) {
  receiver.status = 200
  const pending = () => call<Delivery[]>(surviving, `/${webhookId}/deliveries?state=pending`)
  await expect.poll(pending, { timeout: 500_000, interval: 500 }).toEqual([])
  const received = new Set(receiver.ids().slice(before))
  return events.filter((eventId) => !received.has(eventId))
}

test('what a killed server was delivering is delivered by the other one, and nothing is lost', {
  tags: ['long'],
}, async () => {
  await using scene = await setCluster()
  await using receiver = await startReceiver()
  const killed = await killWhileDelivering(scene, receiver)
  await using _ = killed.surviving.server
  expect(await lostEvents(receiver, killed)).toEqual([])
  for (const request of receiver.received)
    expect(verified(request, killed.secret)).toMatchObject({ type: 'webhook.ping' })
  const bodies = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id'])
  for (const again of bodies.values()) expect(new Set(again.map(({ body }) => body)).size).toBe(1)
  const deliveries = await call<Delivery[]>(killed.surviving, `/${killed.webhookId}/deliveries`)
  expect(deliveries.map(({ state }) => state)).toEqual(killed.events.map(() => 'delivered'))
})

test('without its outbox, what a killed server was delivering would be lost (control)', {
  tags: ['long'],
}, async () => {
  await using scene = await setCluster()
  await using receiver = await startReceiver()
  const killed = await killWhileDelivering(scene, receiver)
  await using _ = killed.surviving.server
  const store = await scene.data.open()
  await store.pruneEvents({ before: Date.now() + 60_000, limit: 1_000, actor: 'test', at: Date.now() })
  await store.close()
  expect((await lostEvents(receiver, killed)).length).toBeGreaterThan(0)
})
