import type { Id } from '../../../shared/primitives.ts'
import { timestampOf } from '../../../shared/timestamp-of.ts'
import type { Delivery, DeliveryState } from '../../../shared/webhook-deliveries.ts'
import type { EventType, Webhook } from '../../../shared/webhooks.ts'
import type { NewAuditRecord } from '../by.ts'
import type { ClaimedDelivery, WebhookSecrets } from '../events.ts'
import { toId, toTimestampOrNull } from '../integers.ts'
import type { RowChange } from '../item-shapes.ts'
import { StoreError } from '../store-error.ts'

export type WebhookRow = {
  webhook_id: bigint
  name: string
  url: string
  event_types: string
  tenant_ids: string | null
  secret: string
  previous_secret: string | null
  previous_secret_until: bigint | null
  failing_since: bigint | null
  disabled_at: bigint | null
  disabled_reason: Webhook['disabledReason']
  version: bigint
}

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: toId(row.webhook_id),
  name: row.name,
  url: row.url,
  eventTypes: JSON.parse(row.event_types) as EventType[],
  tenantIds: row.tenant_ids === null ? null : (JSON.parse(row.tenant_ids) as Id[]),
  previousSecretUntil: toTimestampOrNull(row.previous_secret_until),
  failingSince: toTimestampOrNull(row.failing_since),
  disabledReason: row.disabled_reason,
  version: Number(row.version),
  disabled: row.disabled_at !== null,
  disabledAt: toTimestampOrNull(row.disabled_at),
})

export type SecretsRow = Pick<WebhookRow, 'webhook_id' | 'secret' | 'previous_secret'>

export const toWebhookSecrets = (row: SecretsRow): WebhookSecrets => ({
  webhookId: toId(row.webhook_id),
  secret: row.secret,
  previousSecret: row.previous_secret,
})

export type DeliveryRow = {
  event_id: string
  webhook_id: bigint
  type: string
  at: bigint
  state: DeliveryState
  due_at: bigint
  attempts: string
}

export const toDelivery = (row: DeliveryRow): Delivery => ({
  eventId: row.event_id,
  webhookId: toId(row.webhook_id),
  type: row.type,
  at: timestampOf(row.at),
  state: row.state,
  dueAt: row.state === 'pending' ? timestampOf(row.due_at) : null,
  attempts: JSON.parse(row.attempts) as Delivery['attempts'],
})

export type ClaimedRow = Pick<DeliveryRow, 'event_id' | 'webhook_id' | 'attempts'> &
  Pick<WebhookRow, 'url' | 'secret' | 'previous_secret' | 'previous_secret_until'> & { payload: string }

/** As of a moment (epoch milliseconds), by which a previous secret may be over. */
export const toClaimed = (row: ClaimedRow, at: number): ClaimedDelivery => ({
  eventId: row.event_id,
  webhookId: toId(row.webhook_id),
  attempts: JSON.parse(row.attempts) as Delivery['attempts'],
  payload: row.payload,
  url: row.url,
  secret: row.secret,
  previousSecret: (row.previous_secret_until ?? 0n) > BigInt(at) ? row.previous_secret : null,
})

/** A key may have been replaced since a secret was sealed; the old one is not to wrap anything new. */
export function assertUnderActive(active: string | null, { before, after }: RowChange): void {
  const { keyId } = JSON.parse(after.secret as string) as { readonly keyId: string }
  if (active === null || active === keyId || before?.secret === after.secret) return
  throw new StoreError('replaced-key', '', `the secret is sealed under key ${keyId}, but ${active} is active`)
}

const mostCounted = 5_000

/** What enabled webhooks wait for. */
export const outboxSql = `
  SELECT count(*) AS pending, min(at) AS oldest FROM (
    SELECT e.at FROM webhooks w JOIN deliveries d USING (webhook_id) JOIN events e USING (event_id)
    WHERE w.disabled_at IS NULL AND d.state = 'pending' LIMIT ${mostCounted}) AS pending`

/** What the audit says of a webhook that Strongroom disabled. */
export const disabledRecord = (
  by: Pick<NewAuditRecord, 'actor' | 'at'>,
  webhookId: Id,
  reason: string,
): NewAuditRecord => ({
  actor: by.actor,
  at: by.at,
  kind: 'webhook.disabled',
  details: { webhookId, reason },
})
