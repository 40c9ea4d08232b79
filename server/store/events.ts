import { v7 as uuidv7 } from 'uuid'
import type { Id } from '../../shared/primitives.ts'
import { timestampOf } from '../../shared/timestamp-of.ts'
import type { Delivery, DeliveryAttempt, pingType } from '../../shared/webhook-deliveries.ts'
import type { EventType } from '../../shared/webhooks.ts'
import type { By, NewAuditRecord } from './by.ts'

/** Something that webhooks are notified of. */
export type NewEvent = {
  /** Sent as `webhook-id`: receivers know by it what they have had. */
  readonly eventId: string
  readonly type: EventType | typeof pingType
  /** Epoch milliseconds. */
  readonly at: number
  /** null is of the platform, which webhooks of single tenants do not see. */
  readonly tenantId: Id | null
  /** What names the one event that there is to be of it, however often it is found; null where it happens once anyway. */
  readonly subject: string | null
  /** What is sent, as JSON; each attempt sends the same bytes. */
  readonly payload: string
}

type Happening = Pick<NewEvent, 'type' | 'at' | 'tenantId'> & {
  readonly subject?: string | null
  readonly data: Readonly<Record<string, string | null>>
}

/** An event with the members that the Standard Webhooks specification gives a payload. */
export function newEvent({ data, subject = null, ...happening }: Happening): NewEvent {
  const { type, at } = happening
  return {
    ...happening,
    subject,
    eventId: uuidv7(),
    payload: JSON.stringify({ type, timestamp: timestampOf(at), data }),
  }
}

/** The event type of a record; null where no webhook is notified of it. */
function eventTypeOf({ kind, details = {} }: NewAuditRecord): EventType | null {
  if (kind === 'rotation.ended' || kind === 'data.imported') return kind
  return kind === 'check.ended' && details.verdict === 'wrong-credentials' ? 'credentials.rejected' : null
}

/** The event that is stored in the commit of an audit record; null where there is none. */
export function eventOf(record: NewAuditRecord): NewEvent | null {
  const type = eventTypeOf(record)
  if (type === null) return null
  const { at, actor, tenantId = null, custodianId, rotationId, details = {} } = record
  const named = { ...(tenantId && { tenantId }), ...(custodianId && { custodianId }) }
  const process = rotationId && { [type === 'credentials.rejected' ? 'checkId' : 'rotationId']: rotationId }
  return newEvent({ type, at, tenantId, data: { ...named, ...process, operator: actor, ...details } })
}

/** A delivery that this server is to make now. */
export type ClaimedDelivery = Pick<Delivery, 'eventId' | 'webhookId' | 'attempts'> & {
  readonly payload: string
  readonly url: string
  /** Sealed, as text; the previous one signs too while it is there. */
  readonly secret: string
  readonly previousSecret: string | null
}

/** One event on its way to one webhook. */
export type DeliveryKey = Pick<Delivery, 'eventId' | 'webhookId'>

/** An event for one webhook alone. */
export type EventFor = { readonly webhookId: Id; readonly event: NewEvent }

/** Which deliveries a server takes for itself, for so many milliseconds; then others may take them. */
export type DeliveryClaim = {
  /** A new one at each start of a server. */
  readonly serverId: string
  readonly webhookId: Id
  readonly limit: number
  readonly lasts: number
  readonly at: number
}

/** What an attempt came to, by the server that claimed the delivery. */
export type DeliveryResult = By &
  Pick<ClaimedDelivery, 'eventId' | 'webhookId'> & {
    readonly serverId: string
    /** All attempts, this one last. */
    readonly attempts: readonly DeliveryAttempt[]
    /** `gone`: the webhook asks for no more events. */
    readonly outcome: 'delivered' | 'failed' | 'gone'
    /** Milliseconds until the next attempt; null where there is none. */
    readonly retryIn: number | null
  }

/** Whether it was noted, which it is not where another server claimed the delivery meanwhile; and what it led to. */
export type NotedResult = { readonly isNoted: boolean; readonly disabled: 'gone' | 'failing' | null }

/** Which events may be removed: at most so many of those before a moment (epoch milliseconds). */
export type EventPruning = By & { readonly before: number; readonly limit: number }

/** What the audit says of events that were removed. */
export const prunedEventsRecord = ({ before, limit: _, ...by }: EventPruning, removed: number): NewAuditRecord => ({
  ...by,
  kind: 'events.pruned',
  details: { removed: `${removed}`, before: timestampOf(before) },
})

/** The sealed secrets of a webhook, as text. */
export type WebhookSecrets = {
  readonly webhookId: Id
  readonly secret: string
  readonly previousSecret: string | null
}

/** A sealed secret under another key. */
export type RewrappedSecret = { readonly webhookId: Id; readonly from: string; readonly to: string }

/** Changes of the outbox, and of what was sent from it. */
export type EventWrites = {
  /**
   * Puts an event that is in no audit record into the outbox, for the webhooks that want it; that of every other one is
   * stored in the commit of its record. One whose subject has an event already is none.
   */
  recordEvent(event: NewEvent): Promise<void>
  /** The same for one webhook, regardless of its event types; false where it is disabled, or not there. */
  recordEventFor(request: EventFor): Promise<boolean>
  /** Takes deliveries that are due, so that no other server makes them meanwhile. */
  claimDeliveries(claim: DeliveryClaim): Promise<readonly ClaimedDelivery[]>
  /** Notes an attempt, and disables a webhook that is gone or has failed for too long. */
  noteDelivery(result: DeliveryResult): Promise<NotedResult>
  /** Makes a delivery due now, also one that is over. */
  redeliver(request: DeliveryKey & { readonly at: number }): Promise<void>
  /** Removes events with their deliveries, and records how many; answers that. */
  pruneEvents(pruning: EventPruning): Promise<number>
  /** Replaces sealed secrets of webhooks that are still as they were read. */
  rewrapWebhookSecrets(secrets: readonly RewrappedSecret[]): Promise<void>
}
