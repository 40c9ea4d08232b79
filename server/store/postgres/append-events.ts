import type { EventFor, NewEvent } from '../events.ts'
import type { SqlQuery } from './connection.ts'
import { databaseTime } from './lease.ts'

/** The webhooks that want an event; lists are JSON, in which each value stands in quotes. */
const wantedSql = `
  disabled_at IS NULL AND strpos(event_types, '"' || $type || '"') > 0
    AND (tenant_ids IS NULL OR strpos(tenant_ids, '"' || $tenantId::bigint || '"') > 0)`

/** In one statement, so that it goes out with COMMIT. */
const appendSql = (receivers: string) => `
  WITH receiver AS (SELECT webhook_id FROM webhooks WHERE ${receivers}),
  event AS (
    INSERT INTO events SELECT $eventId, $type::text, $at::bigint, $payload, $subject WHERE EXISTS (SELECT FROM receiver)
    ON CONFLICT DO NOTHING RETURNING event_id
  )
  INSERT INTO deliveries (event_id, webhook_id, due_at)
  SELECT event_id, webhook_id, ${databaseTime} FROM event, receiver RETURNING event_id`

/** Puts an event into the outbox, in the transaction of what it reports, for those who want it. */
export const addEvent = (query: SqlQuery, event: NewEvent): Promise<readonly unknown[]> =>
  query(appendSql(wantedSql), event)

const appendForSql = appendSql('webhook_id = $webhookId AND disabled_at IS NULL')

/** The same for one webhook, regardless of its event types; false where it is disabled or not there. */
export const addEventFor = async (query: SqlQuery, { webhookId, event }: EventFor): Promise<boolean> =>
  (await query(appendForSql, { ...event, webhookId })).length > 0
