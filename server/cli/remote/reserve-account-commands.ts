import { canonicalAddress } from '../../../shared/address.ts'
import type { Id } from '../../../shared/primitives.ts'
import type { ReserveAccount } from '../../../shared/reserve-accounts.ts'
import { parseId } from '../parse.ts'
import { yesOrNo } from './answer-rows.ts'
import { type Administered, addDelete, addDisable, addEnable, addShow } from './item-commands.ts'
import { addCreate, addList, addUpdate, historyBy, idsOf } from './item-members.ts'

const account: Administered<ReserveAccount> = {
  noun: 'reserve account',
  nameOf: ({ name }) => name,
  shows: (id) => `reserve-accounts show ${id}`,
  columns: [
    { name: 'id', title: 'ID', of: ({ id }) => id },
    { name: 'name', title: 'NAME', of: ({ name }) => name },
    { name: 'blockchainId', title: 'NETWORK', of: ({ blockchainId }) => blockchainId },
    { name: 'address', title: 'ADDRESS', of: ({ address }) => address },
    { name: 'version', title: 'VERSION', of: ({ version }) => version },
    { name: 'disabled', title: 'DISABLED', of: ({ disabled }) => disabled, shown: ({ disabled }) => yesOrNo(disabled) },
  ],
  read: (api, reserveAccountId) => api.call('reserveAccounts.get', { reserveAccountId }),
  remove: (api, { id, version }, options) =>
    api.call('reserveAccounts.delete', { reserveAccountId: id, version }, options),
  disable: (api, { id, version }, options) =>
    api.call('reserveAccounts.disable', { reserveAccountId: id, version }, options),
  enable: (api, { id, version }, options) =>
    api.call('reserveAccounts.enable', { reserveAccountId: id, version }, options),
  history: historyBy('reserveAccountId', [
    'reserve-account.changed',
    'reserve-account.disabled',
    'reserve-account.enabled',
  ]),
}

export const addReserveAccountsList = addList<ReserveAccount>({
  ...account,
  page: (api, input) => api.call('reserveAccounts.listPage', input),
})

export const addReserveAccountsShow = addShow(account)

type Given = { readonly name: string; readonly network: Id; readonly address: string }

const membersOf = ({ name, network, address }: Partial<Given>) => ({
  name,
  blockchainId: network,
  address: address && canonicalAddress(address),
})

export const addReserveAccountsCreate = addCreate<ReserveAccount, Given>(account, {
  options: (command) =>
    command
      .requiredOption('--name <name>', 'its name')
      .requiredOption('--network <id>', 'ID of its network', parseId)
      .requiredOption('--address <address>', 'its address on the network'),
  called: ({ name }) => name,
  membersOf,
  ids: idsOf((api, input) => api.call('reserveAccounts.listPage', input)),
  send: (api, { name, network, address, id }, options) =>
    api.call('reserveAccounts.create', { name, blockchainId: network, address, id }, options),
})

export const addReserveAccountsUpdate = addUpdate<ReserveAccount, Partial<Given>, ReturnType<typeof membersOf>>(
  account,
  {
    options: (command) =>
      command
        .option('--name <name>', 'new name')
        .option('--network <id>', 'ID of its new network; not with stored transactions', parseId)
        .option('--address <address>', 'its new address on the network; not with stored transactions'),
    among: '--name, --network or --address',
    membersOf,
    send: (api, { id, version, members }, options) =>
      api.call('reserveAccounts.update', { reserveAccountId: id, version, ...members }, options),
  },
)

export const addReserveAccountsDelete = addDelete(account)
export const addReserveAccountsDisable = addDisable(account)
export const addReserveAccountsEnable = addEnable(account)
