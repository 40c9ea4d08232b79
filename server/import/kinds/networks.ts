import { builtInIcon } from '../../networks/built-in-icon.ts'
import { id, label, optional } from '../column.ts'
import { plainKind } from '../kind.ts'
import { networkIcon } from '../network-icon.ts'

export const networkKind = plainKind({
  name: 'networks',
  mark: 'network',
  columns: { blockchainId: id, network: label(100), networkIcon: optional(networkIcon, null) },
  toEntry: ({ blockchainId, network: name, networkIcon: given }) => ({
    blockchainId,
    name,
    icon: given ?? builtInIcon(name),
  }),
  put: (store, entries) => store.putNetworks(entries),
})
