import { z } from 'zod'
import { operation } from './operation.ts'
import { largestPage, pageInput, pageOf } from './paging.ts'
import { Id, LimitInput, requiredOr, Timestamp } from './primitives.ts'
import { NamedWebhook, webhookPath } from './webhooks.ts'

/** What an administrator sends to try a webhook. */
export const pingType = 'webhook.ping'

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

const NamedDelivery = NamedWebhook.extend({
  eventId: z.uuid({ error: requiredOr('must be a UUID') }).describe('identifier of the event'),
})

const ListDeliveries = NamedWebhook.extend({
  state: z
    .enum(DeliveryState.options, { error: `must be one of ${DeliveryState.options.join(', ')}` })
    .optional()
    .describe('only deliveries in this state'),
  limit: LimitInput(largestPage).default(200).describe('maximum number, newest first'),
})

const exampleDelivery: Delivery = {
  eventId: '019d0a3e-0000-7000-8000-000000000001',
  webhookId: '3' as Id,
  type: 'rotation.ended',
  at: '2026-03-04T05:06:07.008Z',
  state: 'delivered',
  dueAt: null,
  attempts: [{ at: '2026-03-04T05:06:07.500Z', durationMs: 41, status: 204, error: null }],
}
const pending: Delivery = { ...exampleDelivery, state: 'pending', dueAt: '2026-03-04T05:06:07.008Z', attempts: [] }

const read = { kind: 'query', permission: 'webhooks:read', platformOnly: true } as const
const write = { kind: 'mutation', permission: 'webhooks:write', platformOnly: true } as const

/** The rows of the operations that send events to a webhook, and list what was sent. */
export const deliveryOperations = {
  ping: operation({
    ...write,
    input: NamedWebhook,
    output: Delivery,
    rest: {
      method: 'POST',
      path: `${webhookPath}/ping`,
      summary: 'Send a test event to a webhook',
      description: 'Sends an event of type `webhook.ping` to this webhook alone.',
      answer: 'the delivery, which is pending',
      failures: ['NotFound', 'Disabled'],
      example: { ...pending, type: pingType },
    },
  }),
  deliveries: operation({
    ...read,
    input: ListDeliveries,
    output: z.array(Delivery),
    rest: {
      method: 'GET',
      path: `${webhookPath}/deliveries`,
      summary: 'List the deliveries of a webhook',
      description: 'What was sent to it or is to be, with every attempt. Old events are removed.',
      answer: 'an array of deliveries, newest first',
      failures: ['NotFound'],
      paged: 'always',
      example: [exampleDelivery],
    },
  }),
  deliveriesPage: operation({
    ...read,
    input: ListDeliveries.extend({ cursor: pageInput.cursor }),
    output: pageOf(Delivery),
    rest: null,
  }),
  redeliver: operation({
    ...write,
    input: NamedDelivery,
    output: Delivery,
    rest: {
      method: 'POST',
      path: `${webhookPath}/deliveries/{eventId}/redeliver`,
      summary: 'Send an event to a webhook again',
      description: 'Makes a delivery due now, also one that was answered or has failed. It has the same `webhook-id`.',
      answer: 'the delivery, which is pending',
      failures: ['NotFound', 'Disabled'],
      example: pending,
    },
  }),
}
