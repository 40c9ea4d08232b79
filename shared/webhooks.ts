import { z } from 'zod'
import { platformRows } from './administered.ts'
import { changeInput, itemMembers, LabelInput, NewIdInput, VersionInput } from './administered-members.ts'
import { operation } from './operation.ts'
import { Id, IdInput, requiredOr, Timestamp } from './primitives.ts'

/** What webhooks can be notified of. */
export const EventType = z
  .enum(['rotation.ended', 'credentials.rejected', 'token.expiring', 'data.imported', 'data.damaged'])
  .describe(
    'rotation.ended: a rotation has its outcome; credentials.rejected: the provider rejected the active credentials at a check; ' +
      'token.expiring: an operator token expires soon; data.imported: a file was imported; data.damaged: stored data was found to be damaged',
  )
export type EventType = z.infer<typeof EventType>

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
    ...itemMembers,
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

/** Where one webhook is, on REST. */
export const webhookPath = '/platform/admin/webhooks/{webhookId}'

export const NamedWebhook = z.strictObject({ webhookId: IdInput.describe('identifier of the webhook') })
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

const exampleWebhook: Webhook = {
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

const subject = {
  noun: 'webhook',
  one: 'a webhook',
  collection: '/platform/admin/webhooks',
  path: webhookPath,
  reads: 'webhooks:read',
  writes: 'webhooks:write',
  platformOnly: 'all',
  item: Webhook,
  named: NamedWebhook,
  create: z
    .strictObject({ id: NewIdInput, ...members, tenantIds: members.tenantIds.default(null) })
    .meta({ id: 'CreateWebhook' }),
  update: changeInput(
    VersionedWebhook.extend({
      name: members.name.optional(),
      url: members.url.optional(),
      eventTypes: members.eventTypes.optional(),
      tenantIds: members.tenantIds.optional(),
    }),
  ).meta({ id: 'UpdateWebhook' }),
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

const write = { kind: 'mutation', permission: 'webhooks:write', platformOnly: true } as const

/** The rows of the operations on webhooks; those of their deliveries are in webhook-deliveries.ts. */
export const webhookOperations = {
  ...platformRows(subject, {
    several: 'webhooks',
    disable: 'From then on nothing is sent to it, and it gets no new events. What is pending stays so.',
    enable: 'It gets new events again, and what is pending is sent.',
  }),
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
      path: webhookPath,
      summary: 'Delete a webhook',
      description: 'Deletes a webhook with its secret and its deliveries, also pending ones. Its ID is not used again.',
      answer: 'the webhook as it was',
      failures: ['Frozen'],
      example: exampleWebhook,
    },
  }),
  rotateSecret: operation({
    ...write,
    versioned: true,
    input: RotateSecret,
    output: CreatedWebhook,
    rest: {
      method: 'POST',
      path: `${webhookPath}/rotate_secret`,
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
}
