import { reasonToDisable } from '../../../webhooks/retries.ts'
import {
  type ClaimedDelivery,
  type DeliveryClaim,
  type DeliveryKey,
  type DeliveryResult,
  type EventPruning,
  type NotedResult,
  prunedEventsRecord,
  type RewrappedSecret,
} from '../../events.ts'
import { toInt } from '../../integers.ts'
import { type ClaimedRow, disabledRecord, toClaimed } from '../../rows/webhooks.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { appendAudit } from './append-audit.ts'

/** One server serves at a time: what another one claimed is free. */
const claimSql = `
  UPDATE deliveries SET leased_by = $serverId, leased_until = $at + $lasts
  WHERE webhook_id = $webhookId AND event_id IN (
    SELECT event_id FROM deliveries
    WHERE webhook_id = $webhookId AND state = 'pending' AND due_at <= $at
      AND (leased_by IS NULL OR leased_by <> $serverId OR leased_until < $at)
    ORDER BY due_at, event_id LIMIT $limit)
  RETURNING event_id`

const claimedSql = `
  SELECT d.event_id, d.webhook_id, d.attempts, e.payload, w.url, w.secret, w.previous_secret, w.previous_secret_until
  FROM deliveries d JOIN events e USING (event_id) JOIN webhooks w USING (webhook_id)
  WHERE webhook_id = $webhookId AND event_id = $eventId AND w.disabled_at IS NULL`

export function claimDeliveries(db: Connection, claim: DeliveryClaim): readonly ClaimedDelivery[] {
  const webhookId = toInt(claim.webhookId)
  const claimed = prepared<{ event_id: string }>(db, claimSql).all({ ...claim, webhookId })
  return claimed
    .map(({ event_id: eventId }) => eventId)
    .sort()
    .flatMap((eventId) => prepared<ClaimedRow>(db, claimedSql).get({ webhookId, eventId }) ?? [])
    .map((row) => toClaimed(row, claim.at))
}

const noteSql = `
  UPDATE deliveries SET state = $state, due_at = $dueAt, attempts = $attempts, leased_by = NULL, leased_until = NULL
  WHERE webhook_id = $webhookId AND event_id = $eventId AND leased_by = $serverId`

export function noteDelivery(db: Connection, result: DeliveryResult): NotedResult {
  const { eventId, serverId, outcome, retryIn, at, attempts } = result
  const webhookId = toInt(result.webhookId)
  const isOver = outcome === 'delivered' || retryIn === null
  const { changes } = prepared(db, noteSql).run({
    webhookId,
    eventId,
    serverId,
    state: isOver ? stateOf(result) : 'pending',
    dueAt: at + (retryIn ?? 0),
    attempts: JSON.stringify(attempts),
  })
  if (changes === 0) return { isNoted: false, disabled: null }
  return { isNoted: true, disabled: noteWebhook(db, result) }
}

const stateOf = ({ outcome }: DeliveryResult) => (outcome === 'delivered' ? 'delivered' : 'failed')

const failedSql = `
  UPDATE webhooks SET failing_since = ifnull(failing_since, $at) WHERE webhook_id = $webhookId
  RETURNING failing_since, disabled_at`

/** Notes since when a webhook fails, and disables one that fails for too long, or is gone. */
function noteWebhook(db: Connection, { webhookId, outcome, at, actor }: DeliveryResult): NotedResult['disabled'] {
  const id = toInt(webhookId)
  if (outcome === 'delivered') {
    prepared(db, 'UPDATE webhooks SET failing_since = NULL WHERE webhook_id = ? AND failing_since IS NOT NULL').run(id)
    return null
  }
  type Row = { failing_since: bigint; disabled_at: bigint | null }
  const { failing_since, disabled_at } = prepared<Row>(db, failedSql).get({ webhookId: id, at }) as Row
  const reason = reasonToDisable({ outcome, failingSince: Number(failing_since), at })
  if (reason === null || disabled_at !== null) return null
  const sql = 'UPDATE webhooks SET disabled_at = ?, disabled_reason = ?, version = version + 1 WHERE webhook_id = ?'
  prepared(db, sql).run(at, reason, id)
  appendAudit(db, disabledRecord({ actor, at }, webhookId, reason))
  return reason
}

const redeliverSql = `
  UPDATE deliveries SET state = 'pending', due_at = $at, leased_by = NULL, leased_until = NULL
  WHERE webhook_id = $webhookId AND event_id = $eventId AND (state <> 'pending' OR due_at > $at)`

export function redeliver(db: Connection, { webhookId, eventId, at }: DeliveryKey & { readonly at: number }): void {
  prepared(db, redeliverSql).run({ webhookId: toInt(webhookId), eventId, at })
}

/** Whether there is anything for `pruneEvents`. */
export const hasEventsBefore = (db: Connection, { before }: Pick<EventPruning, 'before'>): boolean =>
  prepared(db, 'SELECT 1 FROM events WHERE at < ? LIMIT 1').get(before) !== undefined

/** The deliveries of an event go with it. */
export function pruneEvents(db: Connection, pruning: EventPruning): number {
  const sql = 'DELETE FROM events WHERE event_id IN (SELECT event_id FROM events WHERE at < ? ORDER BY at LIMIT ?)'
  const removed = Number(prepared(db, sql).run(pruning.before, pruning.limit).changes)
  if (removed > 0) appendAudit(db, prunedEventsRecord(pruning, removed))
  return removed
}

/** Replaces sealed secrets that are still as they were read. */
export function rewrapWebhookSecrets(db: Connection, secrets: readonly RewrappedSecret[]): void {
  const sql = `
    UPDATE webhooks SET secret = CASE WHEN secret = $from THEN $to ELSE secret END,
      previous_secret = CASE WHEN previous_secret = $from THEN $to ELSE previous_secret END
    WHERE webhook_id = $webhookId AND (secret = $from OR previous_secret = $from)`
  for (const { webhookId, from, to } of secrets) prepared(db, sql).run({ webhookId: toInt(webhookId), from, to })
}
