import { toId } from '../../integers.ts'
import { pageFrom, rowsFor } from '../../page.ts'
import { type DeliveryRow, type SecretsRow, toDelivery, toWebhookSecrets } from '../../rows/webhooks.ts'
import type { Reads } from '../../store.ts'
import type { SqlQuery } from '../connection.ts'
import { databaseTime } from '../lease.ts'

const dueSql = `
  SELECT webhook_id FROM webhooks w WHERE disabled_at IS NULL AND EXISTS (
    SELECT FROM deliveries d WHERE d.webhook_id = w.webhook_id AND state = 'pending' AND due_at <= ${databaseTime}
      AND (leased_until IS NULL OR leased_until < ${databaseTime}))`

const selectSql = 'SELECT d.*, e.type, e.at FROM deliveries d JOIN events e USING (event_id)'

const pageSql = `
  ${selectSql} WHERE d.webhook_id = $webhookId AND ($state::text IS NULL OR state = $state)
    AND ($after::text IS NULL OR d.event_id < $after) ORDER BY d.event_id DESC LIMIT $limit`

type WebhookReads = Pick<Reads, 'dueWebhooks' | 'deliveriesPage' | 'findDelivery' | 'listWebhookSecrets'>

export const webhookReads = (query: SqlQuery): WebhookReads => ({
  dueWebhooks: async () => (await query<{ webhook_id: bigint }>(dueSql)).map(({ webhook_id: id }) => toId(id)),
  deliveriesPage: async ({ webhookId, state = null }, page) => {
    const values = { webhookId, state, after: page.after?.[0] ?? null, limit: rowsFor(page) }
    const { rows, next } = pageFrom(await query<DeliveryRow>(pageSql, values), page, ({ event_id: id }) => [id])
    return { rows: rows.map(toDelivery), next }
  },
  findDelivery: async (webhookId, eventId) => {
    const sql = `${selectSql} WHERE d.webhook_id = $webhookId AND d.event_id = $eventId`
    const [row] = await query<DeliveryRow>(sql, { webhookId, eventId })
    return row ? toDelivery(row) : null
  },
  listWebhookSecrets: async () => {
    const sql = 'SELECT webhook_id, secret, previous_secret FROM webhooks ORDER BY webhook_id'
    return (await query<SecretsRow>(sql)).map(toWebhookSecrets)
  },
})
