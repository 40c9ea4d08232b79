import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Id } from '../../../shared/primitives.ts'
import { type CreatedWebhook, EventType, type Webhook } from '../../../shared/webhooks.ts'
import { note } from '../output.ts'
import { addId, parseDuration, parseId } from '../parse.ts'
import { answerValue, toMinute, yesOrNo } from './answer-rows.ts'
import { type GivenChange, withVersion } from './change.ts'
import { createOnce } from './creation.ts'
import { type Administered, addDelete, addDisable, addEnable, addShow } from './item-commands.ts'
import { addList, addUpdate, historyBy } from './item-members.ts'
import { requireValue } from './remote-error.ts'
import { apiOf, type GivenServer, withServer } from './target.ts'

const webhook: Administered<Webhook> = {
  noun: 'webhook',
  nameOf: ({ name }) => name,
  shows: (id) => `webhooks show ${id}`,
  columns: [
    { name: 'id', title: 'ID', of: ({ id }) => id },
    { name: 'name', title: 'NAME', of: ({ name }) => name },
    { name: 'url', title: 'URL', of: ({ url }) => url },
    { name: 'eventTypes', title: 'EVENTS', of: ({ eventTypes }) => eventTypes.join(' ') },
    {
      name: 'tenantIds',
      title: 'TENANTS',
      of: ({ tenantIds }) => tenantIds?.join(' '),
      shown: ({ tenantIds }) => tenantIds?.join(' ') ?? 'all',
    },
    {
      name: 'failingSince',
      title: 'FAILING SINCE',
      of: ({ failingSince }) => failingSince,
      shown: ({ failingSince }) => toMinute(failingSince),
    },
    { name: 'disabled', title: 'DISABLED', of: ({ disabled }) => disabled, shown: shownDisabled },
    { name: 'version', title: 'VERSION', of: ({ version }) => version },
  ],
  read: (api, webhookId) => api.call('webhooks.get', { webhookId }),
  remove: (api, { id, version }, options) => api.call('webhooks.delete', { webhookId: id, version }, options),
  disable: (api, { id, version }, options) => api.call('webhooks.disable', { webhookId: id, version }, options),
  enable: (api, { id, version }, options) => api.call('webhooks.enable', { webhookId: id, version }, options),
  history: historyBy('webhookId', ['webhook.changed', 'webhook.disabled', 'webhook.enabled']),
}

function shownDisabled({ disabled, disabledReason }: Webhook): string {
  return disabledReason ? `yes (${disabledReason})` : yesOrNo(disabled)
}

export const addWebhooksList = addList<Webhook>({
  ...webhook,
  page: (api, input) => api.call('webhooks.listPage', input),
})
export const addWebhooksShow = addShow(webhook)
export const addWebhooksDelete = addDelete(webhook)
export const addWebhooksDisable = addDisable(webhook)
export const addWebhooksEnable = addEnable(webhook)

/** Collects a repeatable option of event types. */
function addEventType(text: string, others: readonly EventType[] = []): readonly EventType[] {
  const type = EventType.safeParse(text)
  if (!type.success) throw new InvalidArgumentError(`It must be one of ${EventType.options.join(', ')}.`)
  return [...new Set([...others, type.data])]
}

type Given = {
  readonly name: string
  readonly url: string
  readonly event: readonly EventType[]
  readonly tenant?: readonly Id[]
  readonly allTenants?: boolean
}

const membersOf = ({ name, url, event, tenant, allTenants }: Partial<Given>) => ({
  name,
  url,
  eventTypes: event && [...event],
  tenantIds: allTenants ? null : tenant && [...tenant],
})

const events = `an event to send, repeatable: ${EventType.options.join(', ')}`

/** The secret goes to standard output, alone, so that it can be piped to where it is kept. */
function answerSecret(created: CreatedWebhook, { json }: GivenServer, said: string): void {
  note(`${said} The secret is shown only once.`)
  if (json) answerValue(created)
  else process.stdout.write(`${created.secret}\n`)
}

async function create(given: GivenServer & Given, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const { name, url, event, tenant } = given
  const input = { name, url, eventTypes: [...event], tenantIds: tenant ? [...tenant] : null }
  const created = await createOnce(api, {
    what: `the webhook "${name}"`,
    send: (options) => api.call('webhooks.create', input, options),
    afterLoss:
      'If "strongroom webhooks list" shows it, get a secret with "strongroom webhooks rotate-secret": ' +
      'the first one was in the lost answer only.',
  })
  answerSecret(created, given, `Webhook ${created.id} "${created.name}" is created.`)
}

export const addWebhooksCreate = (webhooks: Command): void =>
  void withServer(webhooks.command('create'))
    .requiredOption('--name <name>', 'what receives the events')
    .requiredOption('--url <url>', 'where events are posted: https, or http on the machine of the server')
    .requiredOption('--event <type>', events, addEventType)
    .option('--tenant <id>', 'send only events of this tenant, repeatable; by default those of all', addId)
    .action(create)

export const addWebhooksUpdate = addUpdate<Webhook, Partial<Given>, ReturnType<typeof membersOf>>(webhook, {
  options: (command) =>
    command
      .option('--name <name>', 'new name')
      .option('--url <url>', 'new address')
      .option('--event <type>', events, addEventType)
      .option('--tenant <id>', 'send only events of this tenant; repeatable', addId)
      .option('--all-tenants', 'send the events of all tenants, and those of the platform'),
  among: '--name, --url, --event, --tenant or --all-tenants',
  membersOf,
  send: (api, { id, version, members }, options) =>
    api.call('webhooks.update', { webhookId: id, version, ...members }, options),
})

type GivenRotation = GivenChange & { readonly overlap?: number }

async function rotateSecret(webhookId: Id, given: GivenRotation, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const what = `a new secret of webhook ${webhookId}`
  const current = given.version ?? requireValue(await webhook.read(api, webhookId), `${what} is not made`, api).version
  const overlap = given.overlap === undefined ? {} : { overlapSeconds: Math.ceil(given.overlap / 1_000) }
  const created = await createOnce(api, {
    what,
    send: (options) => api.call('webhooks.rotateSecret', { webhookId, version: current, ...overlap }, options),
    afterLoss: 'Rotate the secret again: a new one was in the lost answer only.',
  })
  const until = toMinute(created.previousSecretUntil)
  answerSecret(created, given, `Webhook ${created.id} has a new secret; the previous one signs too until ${until}.`)
}

/** 0 is none: the previous secret signs no more. */
const parseOverlap = (text: string): number => (text === '0' ? 0 : parseDuration(text))

export const addWebhooksRotateSecret = (webhooks: Command): void =>
  void withVersion(withServer(webhooks.command('rotate-secret')))
    .argument('<id>', 'ID of the webhook', parseId)
    .addOption(
      new Option('--overlap <duration>', 'sign with the previous secret too for so long, at most 7d')
        .default(undefined, '1d')
        .argParser(parseOverlap),
    )
    .action(rotateSecret)
