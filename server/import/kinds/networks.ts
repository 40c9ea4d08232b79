import { networkIcons } from '../../networks/network-icons.ts'
import { id, label, optional } from '../column.ts'
import { plainKind } from '../kind.ts'
import { networkIcon } from '../network-icon.ts'

export const networks = plainKind({
  name: 'networks',
  mark: 'network',
  columns: { blockchainId: id, network: label(100), networkIcon: optional(networkIcon, null) },
  toEntry({ blockchainId, network: name, networkIcon: given }) {
    const icon = given ?? (Object.hasOwn(networkIcons, name) ? networkIcons[name] : undefined)
    if (icon) return { blockchainId, name, icon }
    return `networkIcon is required: there is no built-in icon for "${name}", only for ${Object.keys(networkIcons).join(', ')}`
  },
  put: (store, entries) => store.putNetworks(entries),
})
