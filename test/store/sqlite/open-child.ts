// Opens the store of a data folder as a start does, and closes it again: node open-child.ts DIR
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'

await openSqliteStore(process.argv[2] ?? '').close()
