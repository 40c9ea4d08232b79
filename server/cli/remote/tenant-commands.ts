import type { Command } from 'commander'
import type { Id } from '../../../shared/primitives.ts'
import type { Tenant } from '../../../shared/tenants.ts'
import { say } from '../output.ts'
import { parseId } from '../parse.ts'
import { answerRows, answerValue, type GivenRows, type ListColumn, withRowFormats, yesOrNo } from './answer-rows.ts'
import { type Change, capitalized, changeItem, type GivenChange, itemName, withVersion } from './change.ts'
import { afterLostCreation, createOnce } from './creation.ts'
import { type Administered, addDelete, addDisable, addEnable, addShow } from './item-commands.ts'
import { requireValue } from './remote-error.ts'
import { apiOf, type GivenServer, withServer } from './target.ts'

const columns: readonly ListColumn<Tenant>[] = [
  { name: 'id', title: 'ID', of: ({ id }) => id },
  { name: 'name', title: 'NAME', of: ({ name }) => name },
  { name: 'disabled', title: 'DISABLED', of: ({ disabled }) => disabled, shown: ({ disabled }) => yesOrNo(disabled) },
  { name: 'version', title: 'VERSION', of: ({ version }) => version },
]

const tenant: Administered<Tenant> = {
  noun: 'tenant',
  shows: (id) => `tenants show ${id}`,
  columns,
  whileDisabled: 'its tokens stop working, and nothing of it can be changed',
  read: (api, tenantId) => api.call('tenants.get', { tenantId }),
  remove: (api, { id, version }, options) => api.call('tenants.delete', { tenantId: id, version }, options),
  disable: (api, { id, version }, options) => api.call('tenants.disable', { tenantId: id, version }, options),
  enable: (api, { id, version }, options) => api.call('tenants.enable', { tenantId: id, version }, options),
  history: (tenantId) => ({
    filter: { tenantId },
    kinds: ['tenant.changed', 'tenant.disabled', 'tenant.enabled'],
  }),
}

async function list(given: GivenRows, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const rows = requireValue(await api.call('tenants.list', {}), 'the tenants cannot be listed', api)
  answerRows(given, { value: rows, rows, columns, none: 'There are no tenants that this token may see.' })
}

export const addTenantsList = (tenants: Command): void =>
  void withRowFormats(withServer(tenants.command('list').description('list tenants'))).action(list)

export const addTenantsShow = addShow(tenant)

type GivenTenant = { readonly name: string; readonly id?: Id }

async function create({ name, id, ...given }: GivenServer & GivenTenant, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const created = await createOnce(api, {
    what: `the tenant "${name}"`,
    send: (options) => api.call('tenants.create', { name, ...(id && { id }) }, options),
    afterLoss: afterLostCreation('tenants list', id),
  })
  if (given.json) return answerValue(created)
  say(`${capitalized(itemName(tenant, created))} is created; its version is ${created.version}.`)
}

export const addTenantsCreate = (tenants: Command): void =>
  void withServer(tenants.command('create').description('create a tenant'))
    .requiredOption('--name <name>', 'name of the tenant')
    .option('--id <id>', 'its ID; by default the next one that was never used', parseId)
    .action(create)

async function update(id: Id, { name, ...given }: GivenChange & { readonly name: string }, command: Command) {
  const change: Change<Tenant> = {
    done: 'changed',
    send: (api, { version }, options) => api.call('tenants.update', { tenantId: id, version, name }, options),
    isDone: (item) => item.name === name,
  }
  await changeItem(tenant, change, { api: await apiOf(given, command), id, given })
}

export const addTenantsUpdate = (tenants: Command): void =>
  void withVersion(withServer(tenants.command('update').description('change the name of a tenant')))
    .argument('<id>', 'ID of the tenant', parseId)
    .requiredOption('--name <name>', 'new name')
    .action(update)

export const addTenantsDelete = addDelete(tenant)
export const addTenantsDisable = addDisable(tenant)
export const addTenantsEnable = addEnable(tenant)
