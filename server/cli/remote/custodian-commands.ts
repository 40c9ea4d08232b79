import { type Command, Option } from 'commander'
import type { z } from 'zod'
import type { AdministeredCustodian, Custodian } from '../../../shared/custodians.ts'
import type { Id } from '../../../shared/primitives.ts'
import { ProviderId } from '../../../shared/providers.ts'
import { usageError } from '../command-error.ts'
import { parseId } from '../parse.ts'
import { answerRows, type GivenRows, type ListColumn, toMinute, withRowFormats, yesOrNo } from './answer-rows.ts'
import { type Change, changeItem, type GivenChange, itemName, withVersion } from './change.ts'
import { type Administered, addDelete, addDisable, addEnable, addShow } from './item-commands.ts'
import { addCreate, idsOf } from './item-members.ts'
import { requireValue } from './remote-error.ts'
import { withConfirmation } from './secret-input.ts'
import { apiOf, withServer } from './target.ts'

type Item = z.infer<typeof AdministeredCustodian>

const stateWords: Readonly<Record<string, string>> = { 'no-credentials': 'no credentials', 'in-force': 'active' }

const columns: readonly ListColumn<Custodian>[] = [
  { name: 'id', title: 'ID', of: ({ id }) => id },
  { name: 'name', title: 'NAME', of: ({ name }) => name },
  { name: 'tenantId', title: 'TENANT', of: ({ tenantId }) => tenantId },
  { name: 'provider', title: 'PROVIDER', of: ({ provider }) => provider },
  { name: 'state', title: 'CREDENTIALS', of: ({ state }) => state, shown: ({ state }) => stateWords[state] ?? state },
  { name: 'credentialVersion', title: 'ROTATIONS', of: ({ credentialVersion }) => credentialVersion },
  {
    name: 'lastRotatedAt',
    title: 'LAST ROTATED',
    of: ({ lastRotatedAt }) => lastRotatedAt,
    shown: ({ lastRotatedAt }) => toMinute(lastRotatedAt),
  },
  { name: 'keyId', title: 'KEY ID', of: ({ keyId }) => keyId },
  {
    name: 'lastCheckedAt',
    title: 'LAST CHECKED',
    of: ({ lastCheckedAt }) => lastCheckedAt,
    shown: ({ lastCheckedAt }) => toMinute(lastCheckedAt),
  },
  {
    name: 'disabled',
    title: 'DISABLED',
    of: ({ disabled }) => disabled,
    shown: ({ disabled }) => (disabled === undefined ? '-' : yesOrNo(disabled)),
  },
]

const custodian: Administered<Item> = {
  noun: 'custodian',
  nameOf: ({ name }) => name,
  shows: (id) => `custodians show ${id}`,
  columns: [
    ...columns,
    { name: 'previousKeyId', title: 'PREVIOUS KEY', of: ({ previousKeyId }) => previousKeyId },
    { name: 'disabledAt', title: 'DISABLED AT', of: ({ disabledAt }) => disabledAt },
    { name: 'baseUrl', title: 'BASE URL', of: ({ baseUrl }) => baseUrl },
    { name: 'providerAccount', title: 'PINNED ACCOUNT', of: ({ providerAccount }) => providerAccount },
    { name: 'version', title: 'VERSION', of: ({ version }) => version },
  ],
  read: (api, custodianId) => api.call('custodians.get', { custodianId }),
  remove: (api, { id, version }, options) => api.call('custodians.delete', { custodianId: id, version }, options),
  disable: (api, { id, version }, options) => api.call('custodians.disable', { custodianId: id, version }, options),
  enable: (api, { id, version }, options) => api.call('custodians.enable', { custodianId: id, version }, options),
  history: (custodianId) => ({
    filter: { custodianId },
    kinds: ['custodian.changed', 'custodian.disabled', 'custodian.enabled'],
  }),
}

async function list(given: GivenRows & { readonly tenant?: Id }, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const input = given.tenant ? { tenantId: given.tenant } : {}
  const rows = requireValue(await api.call('custodians.list', input), 'the custodians cannot be listed', api)
  answerRows(given, { value: rows, rows, columns, none: 'There are no custodians that this token may see.' })
}

export const addCustodiansList = (custodians: Command): void =>
  void withRowFormats(withServer(custodians.command('list')))
    .option('--tenant <id>', 'only custodians of this tenant', parseId)
    .action(list)

export const addCustodiansShow = addShow(custodian)

const providerOption = (description: string) => new Option('--provider <name>', description).choices(ProviderId.options)

type GivenNew = {
  readonly name: string
  readonly tenant: Id
  readonly provider: ProviderId
  readonly baseUrl?: string
}

const valuesOf = ({ name, tenant, provider, baseUrl }: GivenNew) => ({ tenantId: tenant, name, provider, baseUrl })

export const addCustodiansCreate = addCreate<Item, GivenNew>(custodian, {
  options: (command) =>
    command
      .requiredOption('--name <name>', 'name of the custodian')
      .requiredOption('--tenant <id>', 'tenant that owns it', parseId)
      .addOption(providerOption('its provider').makeOptionMandatory())
      .option('--base-url <url>', "where its provider is asked; by default the provider's production API"),
  called: ({ name }) => name,
  membersOf: valuesOf,
  ids: idsOf((api, input) => api.call('custodians.listPage', input)),
  send: (api, { id, ...given }, options) => api.call('custodians.create', { ...valuesOf(given), id }, options),
})

type GivenUpdate = GivenChange & {
  readonly name?: string
  readonly provider?: ProviderId
  /** False for `--no-base-url`. */
  readonly baseUrl?: string | false
  readonly forgetPinnedAccount?: boolean
}

const forgetting = (item: Item) =>
  `Forget the account ${item.providerAccount ?? '(none)'} that the keys of ${itemName(custodian, item)} must belong to? ` +
  'The next rotation then accepts keys of any account; this cannot be undone.'

function changeOf({ name, provider, baseUrl, forgetPinnedAccount }: GivenUpdate): Change<Item> {
  const wanted = {
    ...(name !== undefined && { name }),
    ...(provider !== undefined && { provider }),
    ...(baseUrl !== undefined && { baseUrl: baseUrl === false ? null : baseUrl }),
  }
  const entries = Object.entries(wanted) as [keyof typeof wanted, unknown][]
  if (entries.length === 0 && !forgetPinnedAccount)
    throw usageError(
      'there is nothing to change',
      'Add --name, --provider, --base-url, --no-base-url or --forget-pinned-account.',
    )
  return {
    done: 'changed',
    send: (api, { id, version }, options) => {
      const input = { custodianId: id, version, ...wanted, ...(forgetPinnedAccount && { forgetPinnedAccount }) }
      return api.call('custodians.update', input, options)
    },
    isDone: (item) =>
      entries.every(([member, value]) => item[member] === value) &&
      (!forgetPinnedAccount || item.providerAccount === null),
    ...(forgetPinnedAccount && { question: forgetting }),
  }
}

async function update(id: Id, given: GivenUpdate, command: Command): Promise<void> {
  const change = changeOf(given)
  await changeItem(custodian, change, { api: await apiOf(given, command), id, given })
}

export const addCustodiansUpdate = (custodians: Command): void =>
  void withConfirmation(withVersion(withServer(custodians.command('update'))))
    .argument('<id>', 'ID of the custodian', parseId)
    .option('--name <name>', 'new name')
    .addOption(providerOption('new provider; not with stored keys'))
    .option('--base-url <url>', 'new address where its provider is asked')
    .option('--no-base-url', "ask the provider's production API")
    .option(
      '--forget-pinned-account',
      'accept keys of any account at the next rotation; needed to send stored keys to another host',
    )
    .action(update)

export const addCustodiansDelete = addDelete(custodian)
export const addCustodiansDisable = addDisable(custodian)
export const addCustodiansEnable = addEnable(custodian)
