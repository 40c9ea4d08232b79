import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importFiles } from '../../../server/import/import-files.ts'
import type { Store } from '../../../server/store/store.ts'
import { fillDirectory, writeCsv } from '../../bench/import-rows.ts'
import { emptyDatabase } from '../../copy/scene.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { brokenInvariants } from '../contract/invariants.ts'
import type { StoredData } from '../engine.ts'
import { type Client, connect } from './client.ts'
import { noPostgres } from './programs.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

/** Two batches. */
const rows = 7_000

const waitingSql = `SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND relation IS NOT NULL AND application_name = 'strongroom' AND datname = current_database()`

describe('an import whose connection is ended', () => {
  const open = new AsyncDisposableStack()
  let data: StoredData
  let store: Store
  let reader: Store
  let other: Client
  let folder: string
  let imported = 0
  beforeAll(async () => {
    if (noPostgres !== null) return
    folder = open.use(await temporaryFolder()).path
    const database = await emptyDatabase(folder, 'one')
    data = database.data
    const opened = async () => open.adopt(await data.open(), (each) => each.close())
    store = await opened()
    reader = await opened()
    other = open.use(await connect(database.urlWithPassword))
    await fillDirectory(store)
  })
  afterAll(() => open[Symbol.asyncDispose]())

  /** Imports rows that are new, while this table takes no changes, and none of the import is stored. */
  async function importWhile(table: string, meanwhile: () => Promise<void>) {
    const file = join(folder, `${table}.csv`)
    await writeCsv(file, rows, { withHashes: true, first: imported })
    imported += rows
    await other.run(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`)
    const importing = importFiles(store, [file])
    await expect.poll(async () => (await other.run(waitingSql)).rowCount).toBeGreaterThan(0)
    await meanwhile()
    await other.run('COMMIT')
    return (await importing)[0]
  }

  test.for(['reserve_transactions', 'blocks', 'token_totals', 'account_totals'])(
    'before %s stores each row once, and other servers read what was there',
    async (table) => {
      const before = await reader.reservesReport()
      const stored = imported
      const result = await importWhile(table, async () => {
        expect(await reader.reservesReport()).toEqual(before)
        expect(await brokenInvariants(data.truth)).toEqual([])
        expect(await data.truth.read('transactions')).toHaveLength(stored)
        const [waiting] = (await other.run(waitingSql)).rows
        expect((await other.run(`SELECT pg_terminate_backend(${waiting.pid}, 5000) AS ended`)).rows).toEqual([
          { ended: true },
        ])
      })
      expect(result).toMatchObject({ added: rows, changed: 0, unchanged: 0, refused: 0 })
      expect(await data.truth.read('transactions')).toHaveLength(imported)
      expect(await brokenInvariants(data.truth)).toEqual([])
      expect(await reader.reservesReport(), 'control: the report changes').not.toEqual(before)
    },
  )
})
