import { z } from 'zod'
import { disabledMembers, versionMember } from './administered.ts'
import { Id, Timestamp } from './primitives.ts'

/** What webhooks can be notified of. */
export const EventType = z
  .enum(['rotation.ended', 'credentials.rejected', 'token.expiring', 'data.imported', 'data.damaged'])
  .describe(
    'rotation.ended: a rotation has its outcome; credentials.rejected: the provider rejected the active credentials at a check; ' +
      'token.expiring: an operator token expires soon; data.imported: a file was imported; data.damaged: stored data was found to be damaged',
  )
export type EventType = z.infer<typeof EventType>

/** What an administrator sends to try a webhook. */
export const pingType = 'webhook.ping'

export const Webhook = z
  .strictObject({
    id: Id.describe('identifier of the webhook'),
    name: z.string().describe('what receives the events'),
    url: z.string().describe('where events are posted'),
    eventTypes: z.array(EventType).describe('the events that are sent'),
    tenantIds: z
      .array(Id)
      .nullable()
      .describe('only events of these tenants are sent; null sends those of all, and those of the platform'),
    previousSecretUntil: Timestamp.nullable().describe(
      'until when events are signed with the previous secret too; null while there is none',
    ),
    failingSince: Timestamp.nullable().describe('since when no event was delivered; null while the last one was'),
    disabledReason: z
      .enum(['gone', 'failing'])
      .nullable()
      .describe(
        'why Strongroom disabled it. gone: it answered 410; failing: every attempt of a day failed; null if an administrator did',
      ),
    ...versionMember,
    ...disabledMembers,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

export const DeliveryState = z
  .enum(['pending', 'delivered', 'failed'])
  .describe('pending: it is tried, or tried again; delivered: it was answered 2xx; failed: every attempt failed')
export type DeliveryState = z.infer<typeof DeliveryState>

export const DeliveryAttempt = z
  .strictObject({
    at: Timestamp,
    durationMs: z.int().min(0).describe('milliseconds until it was answered, or had failed'),
    status: z.int().nullable().describe('HTTP status of the answer; null without one'),
    error: z.string().nullable().describe('why there was no answer; null where there was one'),
  })
  .meta({ id: 'DeliveryAttempt' })
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

export const Delivery = z
  .strictObject({
    eventId: z.string().describe('identifier of the event, sent as webhook-id'),
    webhookId: Id.describe('the webhook it is sent to'),
    type: z.string().describe('type of the event'),
    at: Timestamp.describe('when it happened'),
    state: DeliveryState,
    dueAt: Timestamp.nullable().describe('when it is tried next; null unless it is pending'),
    attempts: z.array(DeliveryAttempt).describe('every attempt, the latest last'),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof Delivery>
