import { newEvent } from '../../server/store/events.ts'
import type { ItemValues } from '../../server/store/items.ts'
import type { Store } from '../../server/store/store.ts'
import type { Id } from '../../shared/primitives.ts'
import { webhookOf } from '../store/contract/installation.ts'

const by = () => ({ actor: 'test', at: Date.now() })

/** A webhook in its first version, that no event of the test is sent to unless stated. */
export async function addWebhook(
  store: Store,
  { id = null, ...values }: Partial<ItemValues['webhook']> & { readonly id?: Id | null } = {},
): Promise<Id> {
  const { listKeys } = store
  const keyId = (await listKeys()).find(({ state }) => state === 'active')?.keyId ?? 'key'
  const secret = JSON.stringify({ keyId, place: 'a test', wrappedKey: '', ciphertext: '' })
  const wanted = webhookOf({ eventTypes: ['data.damaged'], secret, ...values })
  const created = await store.createItem({ kind: 'webhook', id, seenBy: null, values: wanted, ...by() })
  if (!created.ok) throw new Error(created.error.message)
  return created.value.id
}

/** An event that was sent to a webhook and answered. */
export async function addDelivered(store: Store, webhookId: Id): Promise<string> {
  const event = newEvent({ type: 'webhook.ping', at: Date.now(), tenantId: null, data: {} })
  await store.recordEventFor({ webhookId, event })
  const { eventId } = event
  const serverId = 'a test'
  await store.claimDeliveries({ serverId, webhookId, limit: 100, lasts: 1_000, at: Date.now() })
  const attempts = [{ at: new Date().toISOString(), durationMs: 7, status: 204, error: null }]
  const result = { eventId, webhookId, serverId, attempts, outcome: 'delivered', retryIn: null } as const
  await store.noteDelivery({ ...result, ...by() })
  return eventId
}
