import { expect } from 'vitest'
import { usualWebhookSettings } from '../../server/webhooks/settings.ts'
import { test } from '../harness/fixtures.ts'
import { tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const day = 24 * 60 * 60_000
const webhooks = {
  ...usualWebhookSettings,
  allowedRanges: ['127.0.0.0/8'],
  paces: { look: 20, attempt: 2_000, claim: 3_000 },
}

const eventsAt = ({ received }: Receiver) =>
  received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, string | null> })

/** Creates a webhook as an administrator does, so that its secret is sealed. */
async function subscribe(dataDir: string, url: string, eventTypes: readonly string[]): Promise<void> {
  await using server = await startTestServer({ dataDir })
  const body = JSON.stringify({ name: 'receiver', url, eventTypes })
  const answer = await server.rest(await server.token(), '/platform/admin/webhooks', { method: 'POST', body })
  expect(answer.status).toBe(201)
}

test('a token that expires soon is one event, however often the server starts, until its expiry is another', async ({
  folder: { dataDir },
}) => {
  await using receiver = await startReceiver()
  await subscribe(dataDir, receiver.url, ['token.expiring'])
  const expiresAt = Date.now() + 9 * day
  {
    await using server = await startTestServer({ dataDir })
    const now = Date.now()
    const token = {
      hash: Buffer.alloc(32, 7),
      permissions: ['wallets:read'],
      tenantId: tenants.first,
      expiresAt,
    } as const
    // It was made for longer than the two weeks of the reminder.
    const created = await server.app.store.createToken({
      ...token,
      name: 'night-shift',
      actor: 'test',
      at: now - 30 * day,
    })
    expect(created.kind).toBe('created')
  }
  for (let starts = 1; starts <= 3; starts += 1) {
    await using _ = await startTestServer({ dataDir, webhooks })
    await until(() => receiver.received.length >= 1)
  }
  expect(eventsAt(receiver)).toEqual([
    {
      type: 'token.expiring',
      timestamp: expect.any(String),
      data: expect.objectContaining({
        name: 'night-shift',
        tenantId: tenants.first,
        expiresAt: new Date(expiresAt).toISOString(),
      }),
    },
  ])
})

test('damage to the audit is one event, however often it is found', async ({ folder }) => {
  const { dataDir, data } = folder
  await using receiver = await startReceiver()
  await subscribe(dataDir, receiver.url, ['data.damaged'])
  await data.tamper.change('audit', ({ sequence }) => sequence === 3, { actor: 'another' })
  for (let starts = 1; starts <= 2; starts += 1) {
    await using _ = await startTestServer({ dataDir, webhooks })
    await until(() => receiver.received.length >= 1)
  }
  expect(eventsAt(receiver)).toMatchObject([{ type: 'data.damaged', data: { what: 'audit', sequence: '3' } }])
})
