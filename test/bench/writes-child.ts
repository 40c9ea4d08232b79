import { setTimeout as pause } from 'node:timers/promises'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import { appendTransactions } from './fill.ts'

/** Writes 2,000 rows a second that no wallet listing shows, twenty in a commit, until it is ended. */
const [dataDir = ''] = process.argv.slice(2)
const rows = 20
const millisecondsBetween = 10

const store = openSqliteStore(dataDir)
process.on('SIGTERM', () => void store.close().then(() => process.exit()))
console.log(JSON.stringify({ url: '' }))
const start = performance.now()
for (let commits = 0; ; commits += 1) {
  const numbers = Array.from({ length: rows }, (_, place) => commits * rows + place)
  await appendTransactions(store, numbers, 'unrelated')
  await pause(Math.max(0, start + (commits + 1) * millisecondsBetween - performance.now()))
}
