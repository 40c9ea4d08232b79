import type { EventFor, NewEvent } from '../../events.ts'
import { toInt, toIntOrNull } from '../../integers.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

/** The webhooks that want an event; lists are JSON, in which each value stands in quotes. */
const wantedSql = `
  disabled_at IS NULL AND instr(event_types, '"' || $type || '"')
    AND (tenant_ids IS NULL OR instr(tenant_ids, '"' || $tenantId || '"'))`

const eventSql = (receivers: string) => `
  INSERT INTO events SELECT $eventId, $type, $at, $payload, $subject
  WHERE EXISTS (SELECT 1 FROM webhooks WHERE ${receivers}) ON CONFLICT DO NOTHING`

const deliveriesSql = (receivers: string) => `
  INSERT INTO deliveries (event_id, webhook_id, due_at) SELECT $eventId, webhook_id, $at FROM webhooks WHERE ${receivers}`

/** Puts an event into the outbox, in the transaction of what it reports, for those who want it. */
export function appendEvent(db: Connection, { eventId, type, at, tenantId, subject, payload }: NewEvent): void {
  const wanted = { type, tenantId: toIntOrNull(tenantId) }
  const { changes } = prepared(db, eventSql(wantedSql)).run({ ...wanted, eventId, at, payload, subject })
  if (changes > 0) prepared(db, deliveriesSql(wantedSql)).run({ ...wanted, eventId, at })
}

const isNamed = 'webhook_id = $webhookId AND disabled_at IS NULL'

/** The same for one webhook, regardless of its event types; false where it is disabled or not there. */
export function appendEventFor(db: Connection, { webhookId, event }: EventFor): boolean {
  const { tenantId: _, ...values } = event
  const webhook = { webhookId: toInt(webhookId) }
  const { changes } = prepared(db, eventSql(isNamed)).run({ ...values, ...webhook })
  if (changes > 0) prepared(db, deliveriesSql(isNamed)).run({ eventId: event.eventId, at: event.at, ...webhook })
  return changes > 0
}
