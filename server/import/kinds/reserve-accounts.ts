import { address, id, label } from '../column.ts'
import { plainKind } from '../kind.ts'

export const reserveAccountKind = plainKind({
  name: 'reserve accounts',
  mark: 'reserveAccountId',
  columns: { reserveAccountId: id, blockchainId: id, address, name: label(200) },
  toEntry: (values) => values,
  put: (store, entries, by) => store.putReserveAccounts(entries, by),
})
