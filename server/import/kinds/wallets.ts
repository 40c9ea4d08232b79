import { address, flag, id, json, optional } from '../column.ts'
import { plainKind } from '../kind.ts'

export const walletKind = plainKind({
  name: 'wallets',
  mark: 'walletId',
  columns: {
    walletId: id,
    tenantId: id,
    custodianId: id,
    blockchainId: id,
    address,
    metadataJson: optional(json, '{}'),
    isVisible: optional(flag, true),
    isActive: optional(flag, true),
    isTreasuryEnabled: optional(flag, false),
    isGasStationEnabled: optional(flag, false),
  },
  toEntry: (values) => values,
  put: (store, entries) => store.putWallets(entries),
})
