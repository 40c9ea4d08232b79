import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { usualWebhookSettings } from '../../server/webhooks/settings.ts'
import type { Delivery } from '../../shared/webhook-deliveries.ts'
import type { CreatedWebhook } from '../../shared/webhooks.ts'
import { test as base } from '../harness/fixtures.ts'
import { until } from '../harness/until.ts'

const paces = { look: 20, attempt: 2_000, claim: 3_000 }
const test = base.extend(
  'config',
  { scope: 'file' },
  {
    webhooks: { ...usualWebhookSettings, allowedRanges: ['127.0.0.0/8'], paces },
  },
)

const root = new URL('../..', import.meta.url).pathname

/** The receiver of the guide, as it stands there. */
function receiverOfGuide(): string {
  const guide = readFileSync(join(root, 'docs/guides/webhooks.md'), 'utf8')
  const [, code] = /<!-- tested by: test\/webhooks\/guide\.test\.ts -->\n```js\n([\s\S]*?)```/.exec(guide) ?? []
  if (!code) throw new Error('the guide has no receiver')
  return code
}

/** Starts it where the packages of the checkout are found. */
async function startReceiver(secret: string, port: number) {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'webhook-guide-'))
  writeFileSync(join(folder, 'receiver.mjs'), receiverOfGuide())
  writeFileSync(join(folder, 'secret'), `${secret}\n`)
  const env = { ...process.env, PORT: `${port}`, WEBHOOK_SECRET_FILE: join(folder, 'secret') }
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  await until(() => output.includes('ready'))
  return {
    output: () => output,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await once(child, 'close')
      rmSync(folder, { recursive: true })
    },
  }
}

test('the receiver of the guide takes events with the right secret, once each, and refuses all others', async ({
  server,
  token,
}) => {
  const port = 20_000 + (process.pid % 20_000)
  const send = async <Value>(path: string, body?: object) => {
    const init = { method: 'POST', ...(body && { body: JSON.stringify(body) }) }
    const answer = await server.rest(token, `/platform/admin/webhooks${path}`, init)
    return ((await answer.json()) as { value: Value }).value
  }
  const lastStatus = async (webhookId: string, sent: string) => {
    const answer = await server.rest(token, `/platform/admin/webhooks/${webhookId}/deliveries`)
    const { value } = (await answer.json()) as { value: Delivery[] }
    return value.find((delivery) => delivery.eventId === sent)?.attempts.at(-1)?.status
  }
  const wanted = { name: 'guide', url: `http://127.0.0.1:${port}/hook`, eventTypes: ['rotation.ended'] }
  const { id, secret } = await send<CreatedWebhook>('', wanted)
  const other = await send<CreatedWebhook>('', wanted)
  await using receiver = await startReceiver(secret, port)
  const { eventId } = await send<Delivery>(`/${id}/ping`)
  await until(async () => (await lastStatus(id, eventId)) === 204)
  await send<Delivery>(`/${id}/deliveries/${eventId}/redeliver`)
  const forged = await send<Delivery>(`/${other.id}/ping`)
  await until(async () => (await lastStatus(other.id, forged.eventId)) === 401)
  expect(receiver.output().match(/webhook\.ping/g)).toHaveLength(1)
})
