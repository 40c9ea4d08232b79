import type { Command } from 'commander'
import type { Tenant } from '../../../shared/tenants.ts'
import { answerRows, type GivenRows, type ListColumn, withRowFormats, yesOrNo } from './answer-rows.ts'
import { type Administered, addDelete, addDisable, addEnable, addShow } from './item-commands.ts'
import { addCreate, addUpdate, idsOf } from './item-members.ts'
import { requireValue } from './remote-error.ts'
import { apiOf, withServer } from './target.ts'

const columns: readonly ListColumn<Tenant>[] = [
  { name: 'id', title: 'ID', of: ({ id }) => id },
  { name: 'name', title: 'NAME', of: ({ name }) => name },
  { name: 'disabled', title: 'DISABLED', of: ({ disabled }) => disabled, shown: ({ disabled }) => yesOrNo(disabled) },
  { name: 'version', title: 'VERSION', of: ({ version }) => version },
]

const tenant: Administered<Tenant> = {
  noun: 'tenant',
  nameOf: ({ name }) => name,
  shows: (id) => `tenants show ${id}`,
  columns,
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
  void withRowFormats(withServer(tenants.command('list'))).action(list)

export const addTenantsShow = addShow(tenant)

type Given = { readonly name: string }

export const addTenantsCreate = addCreate<Tenant, Given>(tenant, {
  options: (command) => command.requiredOption('--name <name>', 'name of the tenant'),
  called: ({ name }) => name,
  membersOf: ({ name }) => ({ name }),
  ids: idsOf((api, input) => api.call('tenants.listPage', input)),
  send: (api, { name, id }, options) => api.call('tenants.create', { name, id }, options),
})

export const addTenantsUpdate = addUpdate<Tenant, Given, Given>(tenant, {
  options: (command) => command.requiredOption('--name <name>', 'new name'),
  among: '--name',
  membersOf: ({ name }) => ({ name }),
  send: (api, { id, version, members }, options) =>
    api.call('tenants.update', { tenantId: id, version, ...members }, options),
})

export const addTenantsDelete = addDelete(tenant)
export const addTenantsDisable = addDisable(tenant)
export const addTenantsEnable = addEnable(tenant)
