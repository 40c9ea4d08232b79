import { id, label } from '../column.ts'
import { plainKind } from '../kind.ts'
import { networkIcon } from '../network-icon.ts'

export const networks = plainKind({
  name: 'networks',
  mark: 'network',
  columns: { blockchainId: id, network: label(100), networkIcon },
  toEntry: ({ blockchainId, network, networkIcon: icon }) => ({ blockchainId, name: network, icon }),
  put: (store, entries) => store.putNetworks(entries),
})
