import { describe, expect } from 'vitest'
import { usualWebhookSettings } from '../../server/webhooks/settings.ts'
import type { Delivery } from '../../shared/webhook-deliveries.ts'
import type { CreatedWebhook } from '../../shared/webhooks.ts'
import { openShell } from '../cli/remote/shell.ts'
import { test as base } from '../harness/fixtures.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { until } from '../harness/until.ts'
import { startReceiver, verified } from './receiver.ts'

const paces = { look: 20, attempt: 2_000, claim: 3_000 }
const test = base.extend(
  'config',
  { scope: 'file' },
  {
    webhooks: { ...usualWebhookSettings, allowedRanges: ['127.0.0.0/8'], paces },
  },
)

const collection = '/platform/admin/webhooks'

describe('an administrator', () => {
  test('creates a webhook, tries it, and rotates its secret while events go on', async ({ server, token }) => {
    await using receiver = await startReceiver()
    const send = async <Value>(to: string, body?: object, etag?: string) => {
      const headers = { ...(etag && { 'if-match': etag }) }
      const init = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) }
      const answer = await server.rest(token, to, init)
      const { value } = (await answer.json()) as { value: Value }
      return { status: answer.status, value, etag: answer.headers.get('etag') ?? '' }
    }
    const wanted = { name: 'desk', url: receiver.url, eventTypes: ['rotation.ended'] }
    const created = await send<CreatedWebhook>(collection, wanted)
    expect(created).toMatchObject({ status: 201, value: { tenantIds: null, version: 1 } })
    const path = `${collection}/${created.value.id}`
    const shown = await (await server.rest(token, path)).text()
    expect(shown).not.toContain('whsec_')

    const ping = await send<Delivery>(`${path}/ping`)
    expect(ping).toMatchObject({ status: 200, value: { type: 'webhook.ping', state: 'pending' } })
    await until(() => receiver.received.length === 1)
    expect(receiver.ids()).toEqual([ping.value.eventId])
    expect(verified(receiver.received[0] as never, created.value.secret)).toMatchObject({ type: 'webhook.ping' })

    const rotated = await send<CreatedWebhook>(`${path}/rotate_secret`, { overlapSeconds: 600 }, created.etag)
    expect(rotated.value.secret).not.toBe(created.value.secret)
    const credentials = await server.credentials('copper')
    const offer = JSON.stringify({ tenantId: tenants.first, ...credentials })
    const rotation = `/platform/admin/custodians/${custodians.copper}/update_api_keys`
    expect((await server.rest(token, rotation, { method: 'PUT', body: offer })).status).toBe(200)
    await until(() => receiver.received.length === 2)
    for (const { secret } of [created.value, rotated.value])
      expect(verified(receiver.received[1] as never, secret)).toMatchObject({ data: { outcome: 'stored' } })

    const again = await send<Delivery>(`${path}/deliveries/${ping.value.eventId}/redeliver`)
    expect(again.status).toBe(200)
    await until(() => receiver.received.length === 3)
    expect(receiver.ids()[2]).toBe(ping.value.eventId)
    expect(receiver.received[2]?.body).toBe(receiver.received[0]?.body)

    const audit = JSON.stringify(await server.data.truth.read('audit'))
    expect(audit).toContain('webhook.created')
    expect(audit).not.toContain('whsec_')
  })

  test('does the same from the command line', async ({ server, token }) => {
    await using receiver = await startReceiver()
    await using shell = await openShell()
    const env = { STRONGROOM_URL: server.url, STRONGROOM_TOKEN_FILE: shell.file('token', token) }
    const run = (args: readonly string[]) => shell.run(['webhooks', ...args], { env })
    const created = await run(['create', '--name', 'cli', '--url', receiver.url, '--event', 'data.imported'])
    expect(created).toMatchObject({ status: 0, stderr: expect.stringContaining('"cli" is created') })
    const secret = created.stdout.trim()
    const [, webhookId = ''] = /Webhook (\d+) /.exec(created.stderr) ?? []
    expect((await run(['show', webhookId])).stdout).toMatch(/^events +data\.imported$/m)

    expect((await run(['ping', webhookId])).status).toBe(0)
    await until(() => receiver.received.length === 1)
    expect(verified(receiver.received[0] as never, secret)).toMatchObject({ type: 'webhook.ping' })
    const [eventId = ''] = receiver.ids()
    await until(async () => (await run(['deliveries', webhookId, '--state', 'delivered'])).stdout.includes(eventId))
    expect((await run(['redeliver', webhookId, eventId])).stdout).toContain(`Event ${eventId} is sent now`)

    const rotated = await run(['rotate-secret', webhookId, '--overlap', '1h'])
    expect(rotated.stdout).toMatch(/^whsec_[\w+/]{43}=\n$/)
    const disabled = await run(['disable', webhookId])
    expect(disabled.stdout).toContain('is disabled; its version is 3')
    const refused = await run(['ping', webhookId])
    expect({ status: refused.status, stderr: refused.stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is not sent a test event'),
    })
    expect((await run(['enable', webhookId])).status).toBe(0)
    const updated = await run(['update', webhookId, '--event', 'token.expiring', '--tenant', tenants.first])
    expect(updated.stdout).toContain('is changed; its version is 5')
    expect((await run(['list', '--csv'])).stdout).toContain(`token.expiring,${tenants.first},`)
    expect((await run(['delete', webhookId, '--yes'])).status).toBe(0)
    expect((await run(['show', webhookId])).status).not.toBe(0)
  })

  test('finds nothing in an address that is no event or no webhook', async ({ server, token }) => {
    await using shell = await openShell()
    const env = { STRONGROOM_URL: server.url, STRONGROOM_TOKEN_FILE: shell.file('token', token) }
    const wrong = await shell.run(
      ['webhooks', 'create', '--name', 'x', '--url', 'http://example.com', '--event', 'nothing'],
      { env },
    )
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('It must be one of rotation.ended') })
    const plain = await shell.run(
      ['webhooks', 'create', '--name', 'x', '--url', 'http://example.com', '--event', 'data.imported'],
      { env },
    )
    expect(plain.stderr).toContain('http: only on loopback')
  })
})
