import { fail } from '../../shared/failure.ts'
import type { Output, Parsed } from '../../shared/operations.ts'
import type { Id } from '../../shared/primitives.ts'
import { ok, type Result } from '../../shared/result.ts'
import { type Delivery, pingType } from '../../shared/webhook-deliveries.ts'
import type { Webhook } from '../../shared/webhooks.ts'
import type { Call } from '../context/call.ts'
import { firstPageOf, pagerOf } from '../context/paging.ts'
import type { Parts } from '../context/parts.ts'
import { newEvent } from '../store/events.ts'

type Named = { readonly webhookId: Id }

async function findWebhook({ webhookId }: Named, { principal }: Call, { store }: Parts): Promise<Result<Webhook>> {
  const webhook = await store.findItem({ kind: 'webhook', id: webhookId, seenBy: principal.tenantId })
  return webhook ? ok(webhook) : fail('NotFound')
}

/** The webhook, if something may be sent to it. */
async function findEnabled(named: Named, call: Call, parts: Parts): Promise<Result<Webhook>> {
  const webhook = await findWebhook(named, call, parts)
  return webhook.ok && webhook.value.disabled ? fail('Disabled') : webhook
}

async function deliveryOf(webhookId: Id, eventId: string, { store }: Parts): Promise<Result<Delivery>> {
  const delivery = await store.findDelivery(webhookId, eventId)
  return delivery ? ok(delivery) : fail('NotFound')
}

/** Sends a test event to one webhook. */
export async function pingWebhook(
  { webhookId }: Parsed<'webhooks.ping'>,
  call: Call,
  parts: Parts,
): Promise<Result<Delivery>> {
  const webhook = await findEnabled({ webhookId }, call, parts)
  if (!webhook.ok) return webhook
  const data = { webhookId, operator: call.principal.name }
  const event = newEvent({ type: pingType, at: parts.clock.now(), tenantId: null, data })
  await parts.store.recordEventFor({ webhookId, event })
  return deliveryOf(webhookId, event.eventId, parts)
}

/** Makes a delivery due now, also one that is over. */
export async function redeliverEvent(
  { webhookId, eventId }: Parsed<'webhooks.redeliver'>,
  call: Call,
  parts: Parts,
): Promise<Result<Delivery>> {
  const webhook = await findEnabled({ webhookId }, call, parts)
  if (!webhook.ok) return webhook
  await parts.store.redeliver({ webhookId, eventId, at: parts.clock.now() })
  return deliveryOf(webhookId, eventId, parts)
}

/** What was sent to a webhook or is to be, newest first, page by page. */
export async function listDeliveriesPage(
  input: Parsed<'webhooks.deliveriesPage'>,
  call: Call,
  parts: Parts,
): Promise<Result<Output<'webhooks.deliveriesPage'>>> {
  const pager = pagerOf('webhooks.deliveriesPage', input, parts.salt)
  if (!pager.ok) return pager
  const webhook = await findWebhook(input, call, parts)
  if (!webhook.ok) return webhook
  const { rows, next } = await parts.store.deliveriesPage(input, pager.value.request)
  return ok({ items: [...rows], nextCursor: pager.value.nextCursor(next) })
}

export const listDeliveries = firstPageOf(listDeliveriesPage)
