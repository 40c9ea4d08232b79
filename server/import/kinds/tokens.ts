import { address, id, label, optional, smallNumber } from '../column.ts'
import { plainKind } from '../kind.ts'

export const tokenKind = plainKind({
  name: 'tokens',
  mark: 'tokenId',
  columns: {
    tokenId: id,
    tokenSymbol: label(50),
    blockchainId: id,
    contractAddress: optional(address, null),
    decimals: smallNumber(255),
  },
  toEntry: ({ tokenSymbol: symbol, ...values }) => ({ ...values, symbol }),
  put: (store, entries) => store.putTokens(entries),
})
