import { type Command, Option } from 'commander'
import type { Id } from '../../../shared/primitives.ts'
import { type Delivery, DeliveryState } from '../../../shared/webhook-deliveries.ts'
import { say } from '../output.ts'
import { parseCount, parseId } from '../parse.ts'
import { answerRows, answerValue, type GivenRows, type ListColumn, toMinute, withRowFormats } from './answer-rows.ts'
import { requireValue } from './remote-error.ts'
import { apiOf, type GivenServer, withServer } from './target.ts'

const last = ({ attempts }: Delivery): string => {
  const attempt = attempts.at(-1)
  return attempt ? `${attempt.status ?? attempt.error}` : ''
}

const columns: readonly ListColumn<Delivery>[] = [
  { name: 'at', title: 'TIME', of: ({ at }) => at },
  { name: 'type', title: 'EVENT', of: ({ type }) => type },
  { name: 'state', title: 'STATE', of: ({ state }) => state },
  { name: 'attempts', title: 'ATTEMPTS', of: ({ attempts }) => attempts.length },
  { name: 'last', title: 'LAST', of: last },
  { name: 'dueAt', title: 'NEXT', of: ({ dueAt }) => dueAt, shown: ({ dueAt }) => toMinute(dueAt) },
  { name: 'eventId', title: 'ID', of: ({ eventId }) => eventId },
]

type GivenList = GivenRows & { readonly limit: number; readonly state?: DeliveryState }

async function list(webhookId: Id, given: GivenList, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const { limit, state } = given
  const failed = `the deliveries of webhook ${webhookId} cannot be listed`
  const rows = requireValue(
    await api.call('webhooks.deliveries', { webhookId, limit, ...(state && { state }) }),
    failed,
    api,
  )
  answerRows(given, { value: rows, rows, columns, none: 'There are no such deliveries.' })
}

export const addWebhooksDeliveries = (webhooks: Command): void =>
  void withRowFormats(withServer(webhooks.command('deliveries')))
    .argument('<id>', 'ID of the webhook', parseId)
    .option('--limit <number>', 'maximum number', parseCount, 50)
    .addOption(new Option('--state <state>', 'only those in this state').choices(DeliveryState.options))
    .action(list)

function answerPending(delivery: Delivery, { json }: GivenServer): void {
  const { eventId, webhookId } = delivery
  if (json) answerValue(delivery)
  else say(`Event ${eventId} is sent now. See what comes of it with "strongroom webhooks deliveries ${webhookId}".`)
}

async function ping(webhookId: Id, given: GivenServer, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const sent = await api.call('webhooks.ping', { webhookId })
  answerPending(requireValue(sent, `webhook ${webhookId} is not sent a test event`, api), given)
}

export const addWebhooksPing = (webhooks: Command): void =>
  void withServer(webhooks.command('ping')).argument('<id>', 'ID of the webhook', parseId).action(ping)

async function redeliver(given: GivenRedelivery, command: Command): Promise<void> {
  const { webhookId, eventId } = given
  const api = await apiOf(given, command)
  const sent = await api.call('webhooks.redeliver', { webhookId, eventId })
  answerPending(requireValue(sent, `event ${eventId} is not sent again`, api), given)
}

type GivenRedelivery = GivenServer & { readonly webhookId: Id; readonly eventId: string }

export const addWebhooksRedeliver = (webhooks: Command): void =>
  void withServer(webhooks.command('redeliver'))
    .argument('<id>', 'ID of the webhook', parseId)
    .argument('<event>', 'ID of the event')
    .action((webhookId: Id, eventId: string, ...[given, command]: [GivenServer, Command]) =>
      redeliver({ ...given, webhookId, eventId }, command),
    )
