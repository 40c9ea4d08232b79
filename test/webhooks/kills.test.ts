import { expect } from 'vitest'
import { serveFolder } from '../cli/serving.ts'
import { strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { until } from '../harness/until.ts'
import { type Receiver, startReceiver, verified } from './receiver.ts'

const allowed = ['--webhook-allow', '127.0.0.0/8'] as const

/** A server of the command line that is killed after its commits and before what they report is delivered. */
async function killBeforeDelivery(dataDir: string, receiver: Receiver) {
  receiver.status = 'never'
  const issued = await strongroom(['token', 'create', '--data', dataDir, '--name', 'hooks', '--all'])
  const server = await serveFolder(dataDir, ...allowed)
  const send = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${issued.stdout.trim()}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${server.addresses.url}/platform/admin/webhooks${path}`, init)
    expect(answer.ok).toBe(true)
    return ((await answer.json()) as { value: Record<string, string> }).value
  }
  const created = await send('', { name: 'receiver', url: receiver.url, eventTypes: ['rotation.ended'] })
  const events: string[] = []
  for (let count = 0; count < 3; count += 1) events.push((await send(`/${created.id}/ping`)).eventId ?? '')
  await until(() => receiver.received.length > 0)
  await server.stop('SIGKILL')
  return { token: issued.stdout.trim(), secret: created.secret ?? '', events, before: receiver.received.length }
}

test('what a server had committed when it was killed is delivered by the next one, under the same IDs', async ({
  folder: { dataDir },
}) => {
  await using receiver = await startReceiver()
  const { secret, events, before } = await killBeforeDelivery(dataDir, receiver)
  receiver.status = 200
  await using _ = await serveFolder(dataDir, ...allowed)
  await until(() => receiver.received.length >= before + events.length)
  expect(receiver.ids().slice(before).sort()).toEqual([...events].sort())
  expect(events).toEqual(expect.arrayContaining(receiver.ids()))
  for (const request of receiver.received) expect(verified(request, secret)).toMatchObject({ type: 'webhook.ping' })
})

test('without its outbox, the next server would deliver nothing of it (control)', async ({ folder }) => {
  await using receiver = await startReceiver()
  const { token, before } = await killBeforeDelivery(folder.dataDir, receiver)
  const store = await folder.data.open()
  await store.pruneEvents({ before: Date.now() + 1_000, limit: 100, actor: 'test', at: Date.now() })
  await store.close()
  receiver.status = 200
  await using server = await serveFolder(folder.dataDir, ...allowed)
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${server.addresses.url}/platform/admin/webhooks/1/ping`, { method: 'POST', headers })
  await until(() => receiver.received.length > before)
  expect(receiver.received, 'the new one alone').toHaveLength(before + 1)
})
