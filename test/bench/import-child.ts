import { join } from 'node:path'
import { importFiles } from '../../server/import/import-files.ts'
import { openDatabase } from '../../server/store/sqlite/connection.ts'
import { migrate } from '../../server/store/sqlite/migrate.ts'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import { fillDirectory, hashOf, rowAt } from './import-rows.ts'

/** Runs one side in a process of its own: `import-child.ts bare|import FOLDER ROWS FILE [hashes]`, one line of JSON on stdout. */
const [side, folder = '', rowsText, file = '', hashes] = process.argv.slice(2)
const rows = Number(rowsText)
const perTransaction = 10_000

/** The limit: rows at hand, one prepared statement, nothing checked, nothing summed. */
function runBare(): number {
  const db = openDatabase(join(folder, 'strongroom.db'), { readonly: false })
  migrate(db)
  db.exec(`INSERT INTO transaction_sources (source_id, name) VALUES (1, 'ledger')`)
  const insert = db.prepare('INSERT INTO reserve_transactions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const insertBlock = db.prepare('INSERT INTO blocks VALUES (1, ?, ?)')
  const started = performance.now()
  for (let first = 0; first < rows; first += perTransaction) {
    db.exec('BEGIN IMMEDIATE')
    for (let number = first; number < Math.min(rows, first + perTransaction); number += 1) {
      const { position, token, amount, from, to, at } = rowAt(number)
      const hash = hashes ? hashOf(number) : null
      insert.run(1, position, 0, token, amount, from, to, at, hash)
      if (hash) insertBlock.run(position, hash)
    }
    db.exec('COMMIT')
  }
  const milliseconds = performance.now() - started
  db.close()
  return milliseconds
}

/** How far the import was, after how many milliseconds, of which CPU time, and resident memory in MB. */
export type Progress = { readonly done: number; readonly at: number; readonly cpu: number; readonly rss: number }

async function runImport() {
  const store = openSqliteStore(folder)
  await fillDirectory(store)
  const progress: Progress[] = []
  const started = performance.now()
  const cpuBefore = process.cpuUsage()
  const [result] = await importFiles(store, [file], {
    onProgress: ({ doneBytes, allBytes }) => {
      const { user, system } = process.cpuUsage(cpuBefore)
      const at = performance.now() - started
      progress.push({
        done: doneBytes / allBytes,
        at,
        cpu: (user + system) / 1_000,
        rss: process.memoryUsage.rss() / 1e6,
      })
    },
  })
  const milliseconds = performance.now() - started
  await store.close()
  return { milliseconds, added: result?.added, unchanged: result?.unchanged, progress }
}

console.log(JSON.stringify(side === 'bare' ? { milliseconds: runBare() } : await runImport()))
