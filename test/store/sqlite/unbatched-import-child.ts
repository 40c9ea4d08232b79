import { packTransactions } from '../../../server/reserves/packed-transactions.ts'
import type { TransactionEntry } from '../../../server/store/import-writes.ts'
import { openDatabase } from '../../../server/store/sqlite/connection.ts'
import { appendReserveTransactions } from '../../../server/store/sqlite/writes/append-reserve-transactions.ts'
import { id } from '../../harness/seed.ts'

/** The writer's own function, but each of its statements commits by itself: node unbatched-import-child.ts FOLDER */
const db = openDatabase(`${process.argv[2]}/strongroom.db`, { readonly: false })
const transactions = Array.from({ length: 200_000 }, (_, place): TransactionEntry => {
  const legs = { tokenId: id(2), fromAccountId: null, toAccountId: id(1) }
  return { ...legs, position: BigInt(place), index: 0n, amount: '1', at: 0 }
})
appendReserveTransactions(db, packTransactions({ source: 'book', transactions }))
