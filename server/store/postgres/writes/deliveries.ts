import { reasonToDisable } from '../../../webhooks/retries.ts'
import {
  type ClaimedDelivery,
  type DeliveryClaim,
  type DeliveryKey,
  type DeliveryResult,
  type EventFor,
  type EventPruning,
  type NewEvent,
  type NotedResult,
  prunedEventsRecord,
  type RewrappedSecret,
} from '../../events.ts'
import { type ClaimedRow, disabledRecord, toClaimed } from '../../rows/webhooks.ts'
import { addEvent, addEventFor } from '../append-events.ts'
import { only } from '../connection.ts'
import { databaseTime } from '../lease.ts'
import type { Transaction } from '../transact.ts'

const claimSql = `
  UPDATE deliveries SET leased_by = $serverId, leased_until = ${databaseTime} + $lasts
  WHERE webhook_id = $webhookId AND event_id IN (
    SELECT event_id FROM deliveries
    WHERE webhook_id = $webhookId AND state = 'pending' AND due_at <= ${databaseTime}
      AND (leased_until IS NULL OR leased_until < ${databaseTime})
    ORDER BY due_at, event_id LIMIT $limit FOR UPDATE SKIP LOCKED)
  RETURNING event_id`

const claimedSql = `
  SELECT d.event_id, d.webhook_id, d.attempts, e.payload, w.url, w.secret, w.previous_secret, w.previous_secret_until
  FROM deliveries d JOIN events e USING (event_id) JOIN webhooks w USING (webhook_id)
  WHERE d.webhook_id = $webhookId AND d.event_id = ANY($eventIds) AND w.disabled_at IS NULL ORDER BY d.event_id`

async function claimDeliveries({ query }: Transaction, claim: DeliveryClaim): Promise<readonly ClaimedDelivery[]> {
  const claimed = await query<{ event_id: string }>(claimSql, claim)
  if (claimed.length === 0) return []
  const eventIds = claimed.map(({ event_id: id }) => id)
  const rows = await query<ClaimedRow>(claimedSql, { webhookId: claim.webhookId, eventIds })
  return rows.map((row) => toClaimed(row, claim.at))
}

const noteSql = `
  UPDATE deliveries SET state = $state, due_at = ${databaseTime} + $retryIn, attempts = $attempts, leased_by = NULL,
    leased_until = NULL
  WHERE webhook_id = $webhookId AND event_id = $eventId AND leased_by = $serverId RETURNING 1`

async function noteDelivery(transaction: Transaction, result: DeliveryResult): Promise<NotedResult> {
  const { webhookId, eventId, serverId, outcome, retryIn, attempts } = result
  const isRetried = outcome !== 'delivered' && retryIn !== null
  const noted = await transaction.query(noteSql, {
    webhookId,
    eventId,
    serverId,
    state: isRetried ? 'pending' : stateOf(result),
    retryIn: retryIn ?? 0,
    attempts: JSON.stringify(attempts),
  })
  if (noted.length === 0) return { isNoted: false, disabled: null }
  return { isNoted: true, disabled: await noteWebhook(transaction, result) }
}

const stateOf = ({ outcome }: DeliveryResult) => (outcome === 'delivered' ? 'delivered' : 'failed')

const failedSql = `
  UPDATE webhooks SET failing_since = coalesce(failing_since, $at) WHERE webhook_id = $webhookId
  RETURNING failing_since, disabled_at`

/** Notes since when a webhook fails, and disables one that fails for too long, or is gone. */
async function noteWebhook({ query, audit }: Transaction, result: DeliveryResult): Promise<NotedResult['disabled']> {
  const { webhookId, outcome, at, actor } = result
  if (outcome === 'delivered') {
    const sql = 'UPDATE webhooks SET failing_since = NULL WHERE webhook_id = $webhookId AND failing_since IS NOT NULL'
    await query(sql, { webhookId })
    return null
  }
  type Row = { failing_since: bigint; disabled_at: bigint | null }
  const { failing_since, disabled_at } = only(await query<Row>(failedSql, { webhookId, at }))
  const reason = reasonToDisable({ outcome, failingSince: Number(failing_since), at })
  if (reason === null || disabled_at !== null) return null
  await query(
    'UPDATE webhooks SET disabled_at = $at, disabled_reason = $reason, version = version + 1 WHERE webhook_id = $webhookId',
    { webhookId, at, reason },
  )
  audit(disabledRecord({ actor, at }, webhookId, reason))
  return reason
}

const redeliverSql = `
  UPDATE deliveries SET state = 'pending', due_at = ${databaseTime}, leased_by = NULL, leased_until = NULL
  WHERE webhook_id = $webhookId AND event_id = $eventId AND (state <> 'pending' OR due_at > ${databaseTime})`

async function redeliver({ query }: Transaction, { webhookId, eventId }: DeliveryKey): Promise<void> {
  await query(redeliverSql, { webhookId, eventId })
}

/** The deliveries of an event go with it. */
async function pruneEvents({ query, audit }: Transaction, pruning: EventPruning): Promise<number> {
  const { before, limit } = pruning
  const removed = await query(
    `DELETE FROM events WHERE event_id IN (
       SELECT event_id FROM events WHERE at < $before ORDER BY at LIMIT $limit FOR UPDATE SKIP LOCKED)
     RETURNING 1`,
    { before, limit },
  )
  if (removed.length > 0) audit(prunedEventsRecord(pruning, removed.length))
  return removed.length
}

/** Replaces sealed secrets that are still as they were read. */
async function rewrapWebhookSecrets({ query }: Transaction, secrets: readonly RewrappedSecret[]): Promise<void> {
  const sql = `
    UPDATE webhooks SET secret = CASE WHEN secret = $from THEN $to ELSE secret END,
      previous_secret = CASE WHEN previous_secret = $from THEN $to ELSE previous_secret END
    WHERE webhook_id = $webhookId AND (secret = $from OR previous_secret = $from)`
  for (const secret of secrets) await query(sql, secret)
}

export const deliveryWrites = {
  recordEvent: async ({ query }: Transaction, event: NewEvent): Promise<void> => void (await addEvent(query, event)),
  recordEventFor: ({ query }: Transaction, request: EventFor): Promise<boolean> => addEventFor(query, request),
  claimDeliveries,
  noteDelivery,
  redeliver,
  pruneEvents,
  rewrapWebhookSecrets,
} as const
