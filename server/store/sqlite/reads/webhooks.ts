import type { Id } from '../../../../shared/primitives.ts'
import type { Delivery } from '../../../../shared/webhook-deliveries.ts'
import type { WebhookSecrets } from '../../events.ts'
import { toId, toInt } from '../../integers.ts'
import { pageFrom, rowsFor } from '../../page.ts'
import { type DeliveryRow, type SecretsRow, toDelivery, toWebhookSecrets } from '../../rows/webhooks.ts'
import type { DeliveriesWanted, Page, PageRequest } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

const dueSql = `
  SELECT webhook_id FROM webhooks w WHERE disabled_at IS NULL AND EXISTS (
    SELECT 1 FROM deliveries d WHERE d.webhook_id = w.webhook_id AND state = 'pending' AND due_at <= $at
      AND (leased_by IS NULL OR leased_by <> $serverId OR leased_until < $at))`

/** The webhooks that something is to be sent to now, other than what this server sends already. */
export const dueWebhooks = (
  db: Connection,
  wanted: { readonly serverId: string; readonly at: number },
): readonly Id[] =>
  prepared<{ webhook_id: bigint }>(db, dueSql)
    .all(wanted)
    .map(({ webhook_id: id }) => toId(id))

const pageSql = `
  SELECT d.*, e.type, e.at FROM deliveries d JOIN events e USING (event_id)
  WHERE d.webhook_id = $webhookId AND ($state IS NULL OR state = $state) AND ($after IS NULL OR event_id < $after)
  ORDER BY event_id DESC LIMIT $limit`

export function deliveriesPage(db: Connection, wanted: DeliveriesWanted, page: PageRequest): Page<Delivery> {
  const values = { webhookId: toInt(wanted.webhookId), state: wanted.state ?? null, after: page.after?.[0] ?? null }
  const found = prepared<DeliveryRow>(db, pageSql).all({ ...values, limit: rowsFor(page) })
  const { rows, next } = pageFrom(found, page, ({ event_id: id }) => [id])
  return { rows: rows.map(toDelivery), next }
}

const oneSql = `
  SELECT d.*, e.type, e.at FROM deliveries d JOIN events e USING (event_id) WHERE d.webhook_id = ? AND event_id = ?`

export function findDelivery(db: Connection, webhookId: Id, eventId: string): Delivery | null {
  const row = prepared<DeliveryRow>(db, oneSql).get(toInt(webhookId), eventId)
  return row ? toDelivery(row) : null
}

export const listWebhookSecrets = (db: Connection): readonly WebhookSecrets[] =>
  prepared<SecretsRow>(db, 'SELECT webhook_id, secret, previous_secret FROM webhooks ORDER BY webhook_id')
    .all()
    .map(toWebhookSecrets)
