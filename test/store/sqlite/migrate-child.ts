// Migrates a database until it is killed: node migrate-child.ts FILE FOLDER DIE_AT HOW
import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '../../../server/store/sqlite/connection.ts'
import { migrate } from '../../../server/store/sqlite/migrate.ts'

const [file = '', folder = '', dieAt = '', how = ''] = process.argv.slice(2)
const db = openDatabase(file, { readonly: false })
// With so few pages in memory, SQLite writes them to the write-ahead log in the middle of a transaction.
db.pragma('cache_size = 5')
let seen = 0
db.function('die', () => {
  seen += 1
  if (seen === Number(dieAt)) process.kill(process.pid, 'SIGKILL')
  return null
})

/** What migrate() would be without its transactions: each statement is a commit of its own. */
function migrateWithoutTransactions(): void {
  const steps = readdirSync(folder).sort()
  for (const [index, name] of steps.entries()) {
    db.exec(readFileSync(`${folder}/${name}`, 'utf8'))
    db.pragma(`user_version = ${index + 1}`)
  }
}

if (how === 'whole steps') migrate(db, pathToFileURL(`${folder}/`))
else migrateWithoutTransactions()
db.close()
