import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { faultOfIcon, iconRule } from '../../../shared/network-icon.ts'
import type { AdministeredNetwork } from '../../../shared/networks.ts'
import { builtInIcon } from '../../networks/built-in-icon.ts'
import { type ListColumn, yesOrNo } from './answer-rows.ts'
import { type Administered, addDelete, addDisable, addEnable, addShow } from './item-commands.ts'
import { addCreate, addList, addUpdate, historyBy, idsOf } from './item-members.ts'

const columns: readonly ListColumn<AdministeredNetwork>[] = [
  { name: 'id', title: 'ID', of: ({ id }) => id },
  { name: 'name', title: 'NAME', of: ({ name }) => name },
  { name: 'version', title: 'VERSION', of: ({ version }) => version },
  { name: 'disabled', title: 'DISABLED', of: ({ disabled }) => disabled, shown: ({ disabled }) => yesOrNo(disabled) },
]

/** `image/png, 812 bytes`. */
function describedIcon({ icon }: AdministeredNetwork): string {
  const [, type = 'image', base64 = ''] = /^data:([^;]{1,40});base64,(.*)$/s.exec(icon) ?? []
  return `${type}, ${Buffer.byteLength(base64, 'base64')} bytes`
}

const network: Administered<AdministeredNetwork> = {
  noun: 'network',
  nameOf: ({ name }) => name,
  shows: (id) => `networks show ${id}`,
  columns: [...columns, { name: 'icon', title: 'ICON', of: ({ icon }) => icon, shown: describedIcon }],
  read: (api, blockchainId) => api.call('networks.get', { blockchainId }),
  remove: (api, { id, version }, options) => api.call('networks.delete', { blockchainId: id, version }, options),
  disable: (api, { id, version }, options) => api.call('networks.disable', { blockchainId: id, version }, options),
  enable: (api, { id, version }, options) => api.call('networks.enable', { blockchainId: id, version }, options),
  history: historyBy('blockchainId', ['network.changed', 'network.disabled', 'network.enabled']),
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function typeOf(bytes: Buffer): string {
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') return 'image/png'
  return bytes.subarray(8, 12).toString('latin1') === 'WEBP' ? 'image/webp' : 'image/svg+xml'
}

/** The image of a file as a data URI, as a network has it. */
function parseIcon(path: string): string {
  const bytes = bytesOf(path)
  const icon = `data:${typeOf(bytes)};base64,${bytes.toString('base64')}`
  const fault = faultOfIcon(icon)
  if (fault === iconRule) throw new InvalidArgumentError('It must be a PNG, SVG or WebP image of less than 48 KiB.')
  if (fault) throw new InvalidArgumentError(`It ${fault}.`)
  return icon
}

const iconOption = (command: Command, description: string) => command.option('--icon <file>', description, parseIcon)

type Given = { readonly name: string; readonly icon?: string }

export const addNetworksList = addList<AdministeredNetwork>({
  noun: 'network',
  columns,
  page: (api, input) => api.call('networks.listPage', input),
})

export const addNetworksShow = addShow(network)

export const addNetworksCreate = addCreate<AdministeredNetwork, Given>(network, {
  options: (command) =>
    iconOption(
      command.requiredOption('--name <name>', 'name of the network, unique'),
      'its icon, a PNG, SVG or WebP image; by default the built-in one of its name',
    ),
  called: ({ name }) => name,
  membersOf: ({ name, icon }) => ({ name, icon }),
  ids: idsOf((api, input) => api.call('networks.listPage', input)),
  send: (api, { name, icon, id }, options) => api.call('networks.create', { name, icon, id }, options),
})

type GivenUpdate = Partial<Given> & { readonly builtInIcon?: boolean }
type Members = { readonly name?: string | undefined; readonly icon?: string | null | undefined }

export const addNetworksUpdate = addUpdate<AdministeredNetwork, GivenUpdate, Members>(network, {
  options: (command) =>
    iconOption(command.option('--name <name>', 'new name'), 'new icon, a PNG, SVG or WebP image').addOption(
      new Option('--built-in-icon', 'use the built-in icon of its name').conflicts('icon'),
    ),
  among: '--name, --icon or --built-in-icon',
  membersOf: ({ name, icon, builtInIcon: isBuiltIn }) => ({ name, icon: isBuiltIn ? null : icon }),
  send: (api, { id, version, members }, options) =>
    api.call('networks.update', { blockchainId: id, version, ...members }, options),
  stored: ({ name, icon }, item) => ({ name, icon: icon === null ? builtInIcon(item.name) : icon }),
})

export const addNetworksDelete = addDelete(network)
export const addNetworksDisable = addDisable(network)
export const addNetworksEnable = addEnable(network)
