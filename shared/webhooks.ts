import { z } from 'zod'
import {
  administered,
  disabledMembers,
  LabelInput,
  listRows,
  NewIdInput,
  nothingToSet,
  setsSomething,
  switchRow,
  VersionInput,
  versionMember,
} from './administered.ts'
import { operation } from './operation.ts'
import { largestPage, pageInput, pageOf } from './paging.ts'
import { Id, IdInput, LimitInput, requiredOr, Timestamp } from './primitives.ts'

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

export const DisabledReason = z
  .enum(['gone', 'failing'])
  .describe(
    'why Strongroom disabled it. gone: it answered 410; failing: every attempt of a day failed; null if an administrator did',
  )

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
    disabledReason: DisabledReason.nullable(),
    ...versionMember,
    ...disabledMembers,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

export const CreatedWebhook = Webhook.extend({
  secret: z.string().describe('signs the events: only in this answer, and stored sealed'),
}).meta({ id: 'CreatedWebhook' })
export type CreatedWebhook = z.infer<typeof CreatedWebhook>

const longestUrl = 2_000
const urlRule = `must be an https: URL of at most ${longestUrl} characters without user name, password and fragment; http: only on loopback`
const endpoint = /^(https:\/\/[^\s/?#@\\]+|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?)([/?][^\s#\\]*)?$/i

const url = z
  .url({ protocol: /^https?$/, error: requiredOr(urlRule) })
  .max(longestUrl, urlRule)
  .regex(endpoint, urlRule)
  .describe('where events are posted')

const mostTenants = 100

const members = {
  name: LabelInput(200).describe('what receives the events'),
  url,
  eventTypes: z
    .array(EventType)
    .min(1, 'must have at least one')
    .max(EventType.options.length, `must have at most ${EventType.options.length}`)
    .describe('the events to send'),
  tenantIds: z
    .array(IdInput)
    .min(1, 'must have at least one; null means all')
    .max(mostTenants, `must have at most ${mostTenants}`)
    .nullable()
    .describe('send only events of these tenants; null sends those of all, and those of the platform'),
} as const

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

const NamedWebhook = z.strictObject({ webhookId: IdInput.describe('identifier of the webhook') })
const VersionedWebhook = NamedWebhook.extend({ version: VersionInput })

/** Seconds for which the previous secret signs too, at most and unless stated. */
const longestOverlap = 7 * 86_400
const usualOverlap = 86_400
const overlapRule = `must be a whole number of seconds from 0 to ${longestOverlap}`

const overlapSeconds = z.preprocess(
  (raw) => (typeof raw === 'bigint' ? Number(raw) : raw),
  z.int(overlapRule).min(0, overlapRule).max(longestOverlap, overlapRule),
) as unknown as z.ZodType<number, number>

const RotateSecret = VersionedWebhook.extend({
  overlapSeconds: overlapSeconds
    .default(usualOverlap)
    .describe('how long events are signed with the previous secret too'),
}).meta({ id: 'RotateWebhookSecret' })

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

export const exampleWebhook: Webhook = {
  id: '3' as Id,
  name: 'Treasury desk',
  url: 'https://hooks.example.com/strongroom',
  eventTypes: ['rotation.ended', 'credentials.rejected'],
  tenantIds: null,
  previousSecretUntil: null,
  failingSince: null,
  disabledReason: null,
  version: 1,
  disabled: false,
  disabledAt: null,
}
const withSecret = { ...exampleWebhook, secret: 'whsec_EXAMPLE' }

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

const path = '/platform/admin/webhooks/{webhookId}'

const subject = {
  noun: 'webhook',
  one: 'a webhook',
  collection: '/platform/admin/webhooks',
  path,
  reads: 'webhooks:read',
  writes: 'webhooks:write',
  platformOnly: 'all',
  item: Webhook,
  named: NamedWebhook,
  create: z
    .strictObject({ id: NewIdInput, ...members, tenantIds: members.tenantIds.default(null) })
    .meta({ id: 'CreateWebhook' }),
  update: VersionedWebhook.extend({
    name: members.name.optional(),
    url: members.url.optional(),
    eventTypes: members.eventTypes.optional(),
    tenantIds: members.tenantIds.optional(),
  })
    .refine(setsSomething, nothingToSet)
    .meta({ id: 'UpdateWebhook' }),
  versioned: VersionedWebhook,
  example: exampleWebhook,
  createExample: {
    name: exampleWebhook.name,
    url: exampleWebhook.url,
    eventTypes: exampleWebhook.eventTypes,
  },
  updateExample: { eventTypes: EventType.options },
  createFailures: [],
  updateFailures: ['Disabled'],
} as const

const read = { kind: 'query', permission: 'webhooks:read', platformOnly: true } as const
const write = { kind: 'mutation', permission: 'webhooks:write', platformOnly: true } as const

/** The rows of the operations on webhooks. */
export const webhookOperations = {
  ...listRows(subject, 'webhooks'),
  ...administered(subject),
  create: operation({
    ...write,
    input: subject.create,
    output: CreatedWebhook,
    rest: {
      method: 'POST',
      path: subject.collection,
      summary: 'Create a webhook',
      description:
        'Stores a new webhook and answers its secret once. Events that are stored from then on are sent to it. ' +
        'If the answer is lost, so is the secret: find the webhook by its name, and rotate its secret.',
      answer: 'the webhook, with its secret',
      failures: ['Frozen', 'AlreadyExists'],
      versionTag: true,
      creates: true,
      bodyExample: subject.createExample,
      example: withSecret,
    },
  }),
  delete: operation({
    ...write,
    versioned: true,
    input: VersionedWebhook,
    output: Webhook,
    rest: {
      method: 'DELETE',
      path,
      summary: 'Delete a webhook',
      description: 'Deletes a webhook with its secret and its deliveries, also pending ones. Its ID is not used again.',
      answer: 'the webhook as it was',
      failures: ['Frozen'],
      example: exampleWebhook,
    },
  }),
  disable: switchRow(subject, {
    verb: 'disable',
    description: 'From then on nothing is sent to it, and it gets no new events. What is pending stays so.',
  }),
  enable: switchRow(subject, { verb: 'enable', description: 'It gets new events again, and what is pending is sent.' }),
  rotateSecret: operation({
    ...write,
    versioned: true,
    input: RotateSecret,
    output: CreatedWebhook,
    rest: {
      method: 'POST',
      path: `${path}/rotate_secret`,
      summary: 'Rotate the secret of a webhook',
      description:
        'Makes a new secret and answers it once. For a time events are signed with both, so that the receiver can change ' +
        'without missing one; a secret before the previous one signs no more.',
      answer: 'the webhook, with its new secret',
      failures: ['Frozen', 'Disabled'],
      versionTag: true,
      bodyExample: { overlapSeconds: usualOverlap },
      example: { ...withSecret, previousSecretUntil: '2026-03-05T05:06:07.008Z', version: 2 },
    },
  }),
  ping: operation({
    ...write,
    input: NamedWebhook,
    output: Delivery,
    rest: {
      method: 'POST',
      path: `${path}/ping`,
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
      path: `${path}/deliveries`,
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
      path: `${path}/deliveries/{eventId}/redeliver`,
      summary: 'Send an event to a webhook again',
      description: 'Makes a delivery due now, also one that was answered or has failed. It has the same `webhook-id`.',
      answer: 'the delivery, which is pending',
      failures: ['NotFound', 'Disabled'],
      example: pending,
    },
  }),
}
