import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClock } from '../../server/platform/clock.ts'
import type { ItemValues } from '../../server/store/items.ts'
import type { Store } from '../../server/store/store.ts'
import { openKeys } from '../../server/vault/open-keys.ts'
import { openVault } from '../../server/vault/open-vault.ts'
import { rotateKey } from '../../server/vault/rotate-keys.ts'
import type { Vault } from '../../server/vault/vault.ts'
import { deliverEvents } from '../../server/webhooks/deliver-events.ts'
import { usualWebhookSettings, type WebhookSettings } from '../../server/webhooks/settings.ts'
import type { Id } from '../../shared/primitives.ts'
import { Secret } from '../../shared/secret.ts'
import { createAuthority } from '../desktop/remote/certificates.ts'
import { until } from '../harness/until.ts'
import {
  begin,
  by,
  endOf,
  eventOf,
  type Installation,
  install,
  intentOf,
  webhookOf,
} from '../store/contract/installation.ts'
import { engines } from '../store/engines.ts'
import { type Receiver, startReceiver, verified } from './receiver.ts'

const paces = { look: 20, attempt: 2_000, claim: 3_000 }
const settings: WebhookSettings = { ...usualWebhookSettings, allowedRanges: ['127.0.0.0/8'], paces }
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

describe.each(engines)('events in the outbox on $name', (engine) => {
  let place: Installation
  let vault: Vault
  let folder: string
  beforeAll(async () => {
    place = await install(engine)
    folder = await mkdtemp(join(tmpdir(), 'strongroom-webhooks-'))
    vault = await openVault(place.store, join(folder, 'kek'))
  })
  afterAll(async () => {
    await place[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })

  const deliver = (store: Store = place.store, more: Partial<WebhookSettings> = {}) =>
    deliverEvents({ ...settings, ...more }, { store, vault, clock: createClock(), log: pino({ level: 'silent' }) })

  /** A webhook at a receiver, and its secret. */
  async function subscribe({ url }: Pick<Receiver, 'url'>, values: Partial<ItemValues['webhook']> = {}) {
    const secret = newSecret()
    const sealed = await vault.sealSecret(new Secret(secret))
    const webhook = webhookOf({ url, secret: sealed, ...values })
    const created = await place.store.createItem({ kind: 'webhook', id: null, seenBy: null, values: webhook, ...by() })
    if (!created.ok) throw new Error(created.error.code)
    return { webhookId: created.value.id, secret, sealed }
  }
  const deliveries = async (webhookId: Id) =>
    (await place.store.deliveriesPage({ webhookId }, { after: null, limit: 1_000 })).rows
  const remove = async (webhookId: Id) => {
    const key = { kind: 'webhook', id: webhookId, seenBy: null } as const
    const { version = 0 } = (await place.store.findItem(key)) ?? {}
    await place.store.deleteItem({ ...key, version, ...by() })
  }

  test('a rotation that ended reaches a receiver, which verifies it with the secret of the webhook and no other', async () => {
    await using receiver = await startReceiver()
    const { webhookId, secret } = await subscribe(receiver)
    await using delivery = deliver()
    const { rotationId } = intentOf(place.tokenId)
    await begin(place.store, intentOf(place.tokenId, { rotationId }))
    await place.store.endRotation(endOf(rotationId))
    await until(async () => (await deliveries(webhookId))[0]?.state === 'delivered')
    const [request] = receiver.received
    if (!request) throw new Error('nothing was received')
    expect(verified(request, secret)).toMatchObject({
      type: 'rotation.ended',
      data: { rotationId, outcome: 'refused' },
    })
    expect(() => verified(request, newSecret()), 'control').toThrow('No matching signature')
    expect(() => verified({ ...request, body: `${request.body} ` }, secret), 'control').toThrow('No matching signature')
    expect(request.headers).toMatchObject({ 'content-type': 'application/json' })
    const [delivered] = await deliveries(webhookId)
    expect(delivered).toMatchObject({ eventId: receiver.ids()[0], attempts: [{ status: 200, error: null }] })
    expect(delivery.counts).toEqual({ delivered: 1, failed: 0, gone: 0 })
    await remove(webhookId)
  })

  test('while a secret is rotated, the previous one verifies too, and after its time it does not', async () => {
    await using receiver = await startReceiver()
    const previous = newSecret()
    const previousSecret = await vault.sealSecret(new Secret(previous))
    const until1 = { previousSecret, previousSecretUntil: Date.now() + 600_000 }
    const both = await subscribe(receiver, until1)
    const one = await subscribe(receiver, { ...until1, previousSecretUntil: Date.now() - 1 })
    await using _ = deliver()
    await place.store.recordEvent(eventOf())
    await until(() => receiver.received.length === 2)
    const verifies = (secret: string) =>
      receiver.received.map((request) => {
        try {
          return verified(request, secret) !== undefined
        } catch {
          return false
        }
      })
    expect(verifies(previous).filter((isValid) => isValid)).toHaveLength(1)
    expect([...verifies(both.secret), ...verifies(one.secret)].filter((isValid) => isValid)).toHaveLength(2)
    await remove(both.webhookId)
    await remove(one.webhookId)
  })

  test('what a receiver fails to take is sent again under the same ID with the same bytes', async () => {
    await using receiver = await startReceiver()
    receiver.status = 500
    const { webhookId } = await subscribe(receiver)
    await using delivery = deliver()
    await place.store.recordEvent(eventOf())
    await until(() => receiver.received.length === 1)
    receiver.status = 204
    await until(async () => (await deliveries(webhookId))[0]?.state === 'delivered')
    const [first, second] = receiver.received
    expect(receiver.received).toHaveLength(2)
    expect(second?.body).toBe(first?.body)
    expect(new Set(receiver.ids()).size).toBe(1)
    const [{ attempts = [] } = {}] = await deliveries(webhookId)
    expect(attempts.map(({ status }) => status)).toEqual([500, 204])
    const waited = Date.parse(attempts[1]?.at ?? '') - Date.parse(attempts[0]?.at ?? '')
    expect(waited).toBeGreaterThanOrEqual(4_900)
    expect(delivery.counts).toEqual({ delivered: 1, failed: 1, gone: 0 })
    await remove(webhookId)
  })

  test('a redirect is a failure and is not followed', async () => {
    await using receiver = await startReceiver()
    receiver.status = 307
    const { webhookId } = await subscribe(receiver)
    await using _ = deliver()
    await place.store.recordEvent(eventOf())
    await until(async () => (await deliveries(webhookId))[0]?.attempts.length === 1)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
    expect((await deliveries(webhookId))[0]).toMatchObject({ state: 'pending', attempts: [{ status: 307 }] })
    await remove(webhookId)
  })

  test('a receiver that answers 410 gets nothing more', async () => {
    await using receiver = await startReceiver()
    receiver.status = 410
    const { webhookId } = await subscribe(receiver)
    await using _ = deliver()
    await place.store.recordEvent(eventOf())
    const key = { kind: 'webhook', id: webhookId, seenBy: null } as const
    await until(async () => (await place.store.findItem(key))?.disabled === true)
    await place.store.recordEvent(eventOf())
    expect(await deliveries(webhookId)).toMatchObject([{ state: 'failed', attempts: [{ status: 410 }] }])
    expect(receiver.received).toHaveLength(1)
    await remove(webhookId)
  })

  test('an overloaded receiver gets its event no sooner than it asks, and nothing else meanwhile', async () => {
    await using busy = await startReceiver()
    await using other = await startReceiver()
    busy.status = 429
    busy.retryAfter = '600'
    const asking = await subscribe(busy)
    const control = await subscribe(other)
    await using _ = deliver()
    await place.store.recordEvent(eventOf())
    await until(async () => (await deliveries(asking.webhookId))[0]?.attempts.length === 1)
    const [{ dueAt, attempts: [attempt] = [] } = {}] = await deliveries(asking.webhookId)
    expect(Date.parse(dueAt ?? '') - Date.parse(attempt?.at ?? '')).toBeGreaterThanOrEqual(600_000)
    for (let count = 2; count <= 4; count += 1) {
      await place.store.recordEvent(eventOf())
      await until(() => other.received.length === count)
    }
    expect(busy.received).toHaveLength(1)
    for (const { webhookId } of [asking, control]) await remove(webhookId)
  })

  test('a receiver that fails without asking to wait gets other events at once (control)', async () => {
    await using receiver = await startReceiver()
    receiver.status = 429
    const { webhookId } = await subscribe(receiver)
    await using _ = deliver()
    for (let count = 1; count <= 3; count += 1) {
      await place.store.recordEvent(eventOf())
      await until(() => receiver.received.length >= count)
    }
    expect(new Set(receiver.ids()).size).toBe(3)
    await remove(webhookId)
  })

  test('a receiver that never answers delays no other, and its attempts end', async () => {
    await using slow = await startReceiver()
    await using quick = await startReceiver()
    slow.status = 'never'
    const webhooks = [await subscribe(slow), await subscribe(quick)] as const
    await using _ = deliver()
    for (let count = 0; count < 30; count += 1) await place.store.recordEvent(eventOf())
    await until(() => quick.received.length === 30)
    expect((await deliveries(webhooks[0].webhookId)).filter(({ state }) => state !== 'pending')).toEqual([])
    await until(async () => (await deliveries(webhooks[0].webhookId)).some(({ attempts }) => attempts.length > 0))
    const failed = (await deliveries(webhooks[0].webhookId)).find(({ attempts }) => attempts.length > 0)
    expect(failed?.attempts).toMatchObject([{ status: null, error: 'timeout' }])
    for (const { webhookId } of webhooks) await remove(webhookId)
  })

  test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433'])(
    'nothing is sent to %s, which is not on the Internet, unless that is allowed',
    async (host) => {
      await using receiver = await startReceiver()
      const { port } = new URL(receiver.url)
      const { webhookId } = await subscribe({ url: `http://${host}:${port}/hook` })
      {
        await using _ = deliver(place.store, { allowedRanges: [] })
        await place.store.recordEvent(eventOf())
        await until(async () => (await deliveries(webhookId))[0]?.attempts.length === 1)
        expect((await deliveries(webhookId))[0]?.attempts).toMatchObject([{ status: null, error: 'private-address' }])
        expect(receiver.received).toEqual([])
      }
      const [{ eventId } = { eventId: '' }] = await deliveries(webhookId)
      await place.store.redeliver({ webhookId, eventId, at: Date.now() })
      await using _ = deliver(place.store, { allowedRanges: ['127.0.0.0/8'] })
      await until(async () => (await deliveries(webhookId))[0]?.attempts.length === 2)
      expect(receiver.received, 'control').toHaveLength(host === '[::1]' ? 0 : 1)
      await remove(webhookId)
    },
  )

  test('over TLS, the certificate must lead to an authority that is trusted', async () => {
    await using authority = await createAuthority()
    await using receiver = await startReceiver(await authority.sign())
    const { webhookId, secret } = await subscribe(receiver)
    {
      await using _ = deliver()
      await place.store.recordEvent(eventOf())
      await until(async () => (await deliveries(webhookId))[0]?.attempts.length === 1)
      expect((await deliveries(webhookId))[0]?.attempts).toMatchObject([{ error: 'tls-unknown-issuer' }])
    }
    await using _ = deliver(place.store, { caFile: authority.caFile })
    const [{ eventId } = { eventId: '' }] = await deliveries(webhookId)
    await place.store.redeliver({ webhookId, eventId, at: Date.now() })
    await until(() => receiver.received.length === 1)
    expect(verified(receiver.received[0] as never, secret)).toMatchObject({ type: 'token.expiring' })
    await remove(webhookId)
  })

  test('a server that stops before the answer has lost nothing: the next one sends it under the same ID', async () => {
    await using receiver = await startReceiver()
    receiver.status = 'never'
    const { webhookId } = await subscribe(receiver)
    {
      await using _ = deliver()
      await place.store.recordEvent(eventOf())
      await until(() => receiver.received.length === 1)
    }
    expect((await deliveries(webhookId))[0]).toMatchObject({ state: 'pending', attempts: [] })
    receiver.status = 200
    await using _ = deliver()
    await until(async () => (await deliveries(webhookId))[0]?.state === 'delivered')
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.ids()).size).toBe(1)
    await remove(webhookId)
  })

  test('after the key was rotated, the secrets of a webhook still sign; progress ends with everything wrapped', async () => {
    await using receiver = await startReceiver()
    const previous = newSecret()
    const previousSecret = await vault.sealSecret(new Secret(previous))
    const { webhookId, secret, sealed } = await subscribe(receiver, {
      previousSecret,
      previousSecretUntil: Date.now() + 600_000,
    })
    const keyFile = join(folder, 'kek')
    const seen: [number, number][] = []
    const isServed = async () => {
      const next = (await place.store.listKeys()).find(({ state }) => state === 'next')
      await place.store.noteKeyHeld({ keyId: `${next?.keyId}`, at: Date.now() })
      return true
    }
    const { credentials } = await rotateKey({
      store: place.store,
      keys: await openKeys({ keyFile }),
      actor: 'test',
      isServed,
      onProgress: (done, total) => seen.push([done, total]),
    })
    expect(seen.at(-1)).toEqual([credentials, credentials])
    const stored = await place.store.listWebhookSecrets()
    expect(stored.find((one) => one.webhookId === webhookId)?.secret, 'control: it was wrapped again').not.toBe(sealed)
    vault = await openVault(place.store, keyFile)
    await using _ = deliver()
    await place.store.recordEvent(eventOf())
    await until(() => receiver.received.length === 1)
    const [request] = receiver.received
    if (!request) throw new Error('nothing was received')
    for (const one of [secret, previous]) expect(verified(request, one)).toBeDefined()
    expect(() => verified(request, newSecret()), 'control').toThrow('No matching signature')
    await remove(webhookId)
  })

  if (engine.hasLeases)
    test('several servers of one store deliver each event once', async () => {
      await using receiver = await startReceiver()
      const { webhookId } = await subscribe(receiver)
      const others = [await place.anotherStore(), await place.anotherStore()]
      await using servers = new AsyncDisposableStack()
      for (const store of [place.store, ...others]) servers.use(deliver(store))
      for (let count = 0; count < 200; count += 1) await place.store.recordEvent(eventOf())
      await until(async () => (await deliveries(webhookId)).every(({ state }) => state === 'delivered'))
      expect(receiver.received).toHaveLength(200)
      expect(new Set(receiver.ids()).size).toBe(200)
      await remove(webhookId)
    })
})
