import { importFiles } from '../../server/import/import-files.ts'
import type { WorkProgress } from '../../server/platform/progress.ts'
import { openDatabase } from '../../server/store/sqlite/connection.ts'
import { packTransactions } from '../../server/store/sqlite/packed-transactions.ts'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import { appendReserveTransactions } from '../../server/store/sqlite/writes/append-reserve-transactions.ts'
import type { TransactionEntry } from '../../server/store/writes.ts'
import { id } from '../harness/seed.ts'

/** `import FOLDER FILE` is killed in the middle of the file; `bare FOLDER` stores without a transaction until it is killed. */
const [how, folder = '', file = ''] = process.argv.slice(2)

/** The control: the writer's own function, but each of its statements commits by itself. */
function appendWithoutTransaction(): void {
  const db = openDatabase(`${folder}/strongroom.db`, { readonly: false })
  const transactions = Array.from({ length: 200_000 }, (_, place): TransactionEntry => {
    const legs = { tokenId: id(2), fromAccountId: null, toAccountId: id(1) }
    return { ...legs, position: BigInt(place), index: 0n, amount: '1', at: 0 }
  })
  appendReserveTransactions(db, packTransactions({ source: 'book', transactions }))
}

/** No warning, no clean-up, while the writer thread is at work. */
function killMidway({ doneBytes, allBytes }: WorkProgress): void {
  if (doneBytes > allBytes / 2) process.kill(process.pid, 'SIGKILL')
}

if (how === 'bare') appendWithoutTransaction()
else await importFiles(openSqliteStore(folder), [file], { onProgress: killMidway })
