import { networkIcons } from '../../networks/network-icons.ts'
import { neutralIcon } from '../../networks/neutral-icon.ts'
import { id, label, optional } from '../column.ts'
import { plainKind } from '../kind.ts'
import { networkIcon } from '../network-icon.ts'

export const networks = plainKind({
  name: 'networks',
  mark: 'network',
  columns: { blockchainId: id, network: label(100), networkIcon: optional(networkIcon, null) },
  toEntry({ blockchainId, network: name, networkIcon: given }) {
    const wellKnown = Object.hasOwn(networkIcons, name) ? networkIcons[name] : undefined
    return { blockchainId, name, icon: given ?? wellKnown ?? neutralIcon(name) }
  },
  put: (store, entries) => store.putNetworks(entries),
})
