import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ItemValues } from '../../../server/store/items.ts'
import type { Store } from '../../../server/store/store.ts'
import type { Id } from '../../../shared/primitives.ts'
import type { Delivery } from '../../../shared/webhook-deliveries.ts'
import { custodians, id, tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import {
  begin,
  by,
  checkOf,
  endOf,
  eventOf,
  type Installation,
  install,
  intentOf,
  resultOf,
  rotate,
  webhookOf,
} from './installation.ts'

const day = 24 * 60 * 60_000
const all = { after: null, limit: 1_000 }

async function createWebhook(store: Store, values: Partial<ItemValues['webhook']> = {}): Promise<Id> {
  const created = await store.createItem({
    kind: 'webhook',
    id: null,
    seenBy: null,
    values: webhookOf(values),
    ...by(),
  })
  if (!created.ok) throw new Error(created.error.code)
  return created.value.id
}

const deliveriesTo = async (store: Store, webhookId: Id): Promise<readonly Delivery[]> =>
  (await store.deliveriesPage({ webhookId }, all)).rows

const typesTo = async (store: Store, webhookId: Id): Promise<string[]> =>
  (await deliveriesTo(store, webhookId)).map(({ type }) => type)

const claimOf = (webhookId: Id, settings = {}) => ({
  serverId: 'one',
  webhookId,
  limit: 10,
  lasts: 60_000,
  at: Date.now(),
  ...settings,
})

/** A check of the active credentials with this verdict. */
async function check({ store, tokenId }: Installation, verdict: 'valid' | 'wrong-credentials') {
  const intent = checkOf(tokenId, { kind: 'check', version: 1 })
  await store.beginCheck(intent)
  await store.endCheck({ checkId: intent.checkId, verdict, reason: '', refusedBy: null, ...by() })
}

describe.each(engines)('the outbox on $name', (engine) => {
  let place: Installation
  beforeAll(async () => {
    place = await install(engine)
  })
  afterAll(() => place[Symbol.asyncDispose]())

  test('a rotation that ends is an event for every webhook that wants it, with the same bytes', async () => {
    const { store, tokenId } = place
    const wanting = [await createWebhook(store), await createWebhook(store, { tenantIds: [id(99), tenants.first] })]
    const others = [
      await createWebhook(store, { eventTypes: ['data.imported'] }),
      await createWebhook(store, { tenantIds: [tenants.second] }),
    ]
    const { rotationId } = await rotate(store, tokenId)
    const sent: string[] = []
    for (const webhookId of wanting) {
      const [delivery, ...more] = await deliveriesTo(store, webhookId)
      expect(more).toEqual([])
      expect(delivery).toMatchObject({ webhookId, type: 'rotation.ended', state: 'pending', attempts: [] })
      const [claimed] = await store.claimDeliveries(claimOf(webhookId))
      expect(claimed).toMatchObject({ eventId: delivery?.eventId, url: webhookOf().url, previousSecret: null })
      sent.push(claimed?.payload ?? '')
    }
    expect(sent[0]).toBe(sent[1])
    expect(JSON.parse(sent[0] ?? '')).toEqual({
      type: 'rotation.ended',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: expect.objectContaining({
        rotationId,
        custodianId: custodians.copper,
        tenantId: tenants.first,
        operator: 'tester',
        outcome: 'stored',
      }),
    })
    for (const webhookId of others) expect(await deliveriesTo(store, webhookId)).toEqual([])
  })

  test('is written in the commit of what it reports: where that is refused, there is no event', async () => {
    const { store, tokenId } = place
    const webhookId = await createWebhook(store)
    const intent = intentOf(tokenId)
    await begin(store, intent)
    await store.endRotation(endOf(intent.rotationId))
    expect(await store.endRotation(endOf(intent.rotationId)), 'it has ended').toBe(false)
    expect(await typesTo(store, webhookId)).toEqual(['rotation.ended'])
  })

  test('keys that the provider rejects at a check are an event, and accepted ones are none', async () => {
    const { store } = place
    const webhookId = await createWebhook(store)
    await check(place, 'valid')
    expect(await typesTo(store, webhookId)).toEqual([])
    await check(place, 'wrong-credentials')
    expect(await typesTo(store, webhookId)).toEqual(['credentials.rejected'])
  })

  test('what belongs to no tenant is not sent to a webhook of single tenants', async () => {
    const { store } = place
    const platform = await createWebhook(store)
    const tenant = await createWebhook(store, { tenantIds: [tenants.first] })
    await store.recordAudit({ kind: 'data.imported', details: { file: 'a.csv' }, ...by() })
    await store.recordEvent(eventOf({ tenantId: tenants.second }))
    expect(await typesTo(store, platform)).toEqual(['token.expiring', 'data.imported'])
    expect(await typesTo(store, tenant)).toEqual([])
  })

  test('an event of one subject is stored once, by whichever server finds it first', async () => {
    const { store } = place
    const webhookId = await createWebhook(store)
    await using other = await place.data.otherServer()
    const found = () => eventOf({ subject: 'token 31 expires' })
    await Promise.all([store, other.store, store, other.store].map((each) => each.recordEvent(found())))
    expect(await typesTo(store, webhookId)).toEqual(['token.expiring'])
    await store.recordEvent(eventOf({ subject: 'token 32 expires' }))
    expect(await typesTo(store, webhookId), 'control').toHaveLength(2)
  })

  test('an event for one webhook is sent to it alone, regardless of its event types; not where it is disabled', async () => {
    const { store } = place
    const named = await createWebhook(store, { eventTypes: ['data.damaged'] })
    const other = await createWebhook(store)
    const event = eventOf({ type: 'webhook.ping' })
    expect(await store.recordEventFor({ webhookId: named, event })).toBe(true)
    expect([await typesTo(store, named), await typesTo(store, other)]).toEqual([['webhook.ping'], []])
    await store.switchItem({ kind: 'webhook', id: named, seenBy: null, version: 1, isDisabled: true, ...by() })
    for (const webhookId of [named, id(999_999)])
      expect(await store.recordEventFor({ webhookId, event: eventOf({ type: 'webhook.ping' }) })).toBe(false)
  })

  test('no two servers claim a delivery, until a server that stopped has let its time pass', async () => {
    const { store } = place
    const webhookId = await createWebhook(store)
    for (let count = 0; count < 20; count += 1) await store.recordEvent(eventOf())
    const first = await store.claimDeliveries(claimOf(webhookId, { limit: 7, lasts: 1_500 }))
    expect(first).toHaveLength(7)
    expect(await store.claimDeliveries(claimOf(webhookId, { limit: 20 }))).toHaveLength(13)
    expect(await store.claimDeliveries(claimOf(webhookId))).toEqual([])
    expect(await store.dueWebhooks({ serverId: 'one', at: Date.now() })).not.toContain(webhookId)
    const again = await until(() => store.claimDeliveries(claimOf(webhookId, { serverId: 'one' })))
    expect(again.map(({ eventId }) => eventId)).toEqual(first.map(({ eventId }) => eventId))
    const late = await store.noteDelivery(
      resultOf({ webhookId, eventId: first[0]?.eventId ?? '' }, { serverId: 'stopped' }),
    )
    expect(late, 'a server that lost its claim notes nothing').toEqual({ isNoted: false, disabled: null })
  })

  test('a failed delivery is due again after its pause, and one that was answered is over', async () => {
    const { store } = place
    const webhookId = await createWebhook(store)
    await store.recordEvent(eventOf())
    const [claimed] = await store.claimDeliveries(claimOf(webhookId))
    if (!claimed) throw new Error('nothing was due')
    await store.noteDelivery(resultOf(claimed, { outcome: 'failed', retryIn: 60_000 }))
    expect(await store.dueWebhooks({ serverId: 'one', at: Date.now() })).not.toContain(webhookId)
    const failing = await store.findItem({ kind: 'webhook', id: webhookId, seenBy: null })
    expect(failing).toMatchObject({ failingSince: expect.any(String), disabled: false, version: 1 })
    await store.redeliver({ ...claimed, at: Date.now() })
    const [again] = await store.claimDeliveries(claimOf(webhookId))
    expect(again).toEqual({
      ...claimed,
      attempts: resultOf(claimed).attempts.map((each) => ({ ...each, at: expect.any(String) })),
    })
    await store.noteDelivery(resultOf(claimed))
    expect(await store.findDelivery(webhookId, claimed.eventId)).toMatchObject({ state: 'delivered', dueAt: null })
    expect(await store.findItem({ kind: 'webhook', id: webhookId, seenBy: null })).toMatchObject({ failingSince: null })
    expect(await store.dueWebhooks({ serverId: 'one', at: Date.now() })).not.toContain(webhookId)
    expect(await store.findDelivery(webhookId, 'none')).toBeNull()
  })

  test.each([
    ['answers 410', 'gone', { outcome: 'gone', retryIn: null }],
    ['fails for a day', 'failing', { outcome: 'failed', retryIn: 5, at: Date.now() + 2 * day }],
  ] as const)(
    'a webhook that %s is disabled with an audit record, and starts afresh when it is enabled',
    async (_, reason, how) => {
      const { store } = place
      const webhookId = await createWebhook(store)
      const key = { kind: 'webhook', id: webhookId, seenBy: null } as const
      await store.recordEvent(eventOf())
      await store.recordEvent(eventOf())
      const [first, second] = await store.claimDeliveries(claimOf(webhookId))
      if (!first || !second) throw new Error('nothing was due')
      const noted = await store.noteDelivery(resultOf(first, { outcome: 'failed', retryIn: 5 }))
      expect(noted).toEqual({ isNoted: true, disabled: null })
      expect(await store.noteDelivery(resultOf(second, how))).toEqual({ isNoted: true, disabled: reason })
      expect(await store.findItem(key)).toMatchObject({ disabled: true, disabledReason: reason, version: 2 })
      const [record] = (await store.listAudit({ kind: 'webhook.disabled', limit: 1 }, null)).records
      expect(record).toMatchObject({ actor: 'strongroom serve', details: { webhookId, reason } })
      expect(await store.dueWebhooks({ serverId: 'one', at: Date.now() + day })).not.toContain(webhookId)
      await store.recordEvent(eventOf())
      expect(await deliveriesTo(store, webhookId), 'it gets no new ones').toHaveLength(2)
      await store.switchItem({ ...key, version: 2, isDisabled: false, ...by() })
      expect(await store.findItem(key)).toMatchObject({ disabled: false, disabledReason: null, failingSince: null })
    },
  )

  test('old events go with their deliveries, a bounded number at once, with an audit record', async () => {
    const { store } = place
    const webhookId = await createWebhook(store)
    for (const at of [1, 2, 3]) await store.recordEvent(eventOf({ at }))
    await store.recordEvent(eventOf())
    const prune = () => store.pruneEvents({ before: 3, limit: 1, ...by('strongroom serve') })
    expect([await prune(), await prune(), await prune()]).toEqual([1, 1, 0])
    expect(await deliveriesTo(store, webhookId)).toHaveLength(2)
    const { records } = await store.listAudit({ kind: 'events.pruned', limit: 5 }, null)
    expect(records.map(({ details }) => details.removed)).toEqual(['1', '1'])
  })

  test('a webhook that is deleted takes its deliveries along, and its secrets stay out of the audit', async () => {
    const { store } = place
    const webhookId = await createWebhook(store)
    await store.recordEvent(eventOf())
    const key = { kind: 'webhook', id: webhookId, seenBy: null } as const
    const values = {
      secret: webhookOf().secret,
      previousSecret: webhookOf().secret,
      previousSecretUntil: Date.now() + day,
    }
    await store.updateItem({ ...key, version: 1, values, ...by() })
    const [claimed] = await store.claimDeliveries(claimOf(webhookId))
    expect(claimed).toMatchObject({ secret: values.secret, previousSecret: values.previousSecret })
    const over = await store.claimDeliveries(claimOf(webhookId, { at: Date.now() + 2 * day, serverId: 'two' }))
    for (const { previousSecret } of over) expect(previousSecret).toBeNull()
    const [sealed] = (await store.listWebhookSecrets()).filter((each) => each.webhookId === webhookId)
    expect(sealed).toMatchObject({ secret: values.secret, previousSecret: values.previousSecret })
    await store.rewrapWebhookSecrets([{ webhookId, from: values.secret, to: webhookOf({ name: 'x' }).secret }])
    expect(await store.deleteItem({ ...key, version: 2, ...by() })).toMatchObject({ ok: true })
    expect(await deliveriesTo(store, webhookId)).toEqual([])
    const audit = JSON.stringify(await place.data.truth.read('audit'))
    expect(audit).toContain('newSecret')
    for (const secret of [values.secret, values.previousSecret]) expect(audit).not.toContain(JSON.parse(secret).place)
  })

  test('pages of deliveries are newest first, and those of one state', async () => {
    const { store } = place
    const webhookId = await createWebhook(store)
    for (let count = 0; count < 5; count += 1) await store.recordEvent(eventOf())
    const whole = await deliveriesTo(store, webhookId)
    const first = await store.deliveriesPage({ webhookId }, { after: null, limit: 3 })
    const second = await store.deliveriesPage({ webhookId }, { after: first.next, limit: 3 })
    expect([...first.rows, ...second.rows]).toEqual(whole)
    expect(second.next).toBeNull()
    expect((await store.deliveriesPage({ webhookId, state: 'failed' }, all)).rows).toEqual([])
  })
})

/** What is not empty in the end. */
async function until<Row>(ask: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
  for (;;) {
    const rows = await ask()
    if (rows.length > 0) return rows
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
