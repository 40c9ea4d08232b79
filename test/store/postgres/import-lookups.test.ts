import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { importFiles } from '../../../server/import/import-files.ts'
import { fillDirectory, writeCsv } from '../../bench/import-rows.ts'
import { emptyDatabase } from '../../copy/scene.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { type Client, connect } from './client.ts'
import { noPostgres } from './programs.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

/** Six batches. */
const rows = 30_000

/** How many stored transactions were looked at; each connection counts its own at its end. */
async function readRows(observer: Client): Promise<number> {
  const others = `SELECT FROM pg_stat_activity WHERE application_name = 'strongroom' AND datname = current_database()`
  await expect.poll(async () => (await observer.run(others)).rowCount).toBe(0)
  const sql = `SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_user_tables
    WHERE relname = 'reserve_transactions'`
  return Number((await observer.run(sql)).rows[0].read)
}

test('an import looks at as many stored rows as it repeats, however many there are', async () => {
  await using folder = await temporaryFolder()
  const { data, urlWithPassword } = await emptyDatabase(folder.path, 'one')
  const file = join(folder.path, 'transactions.csv')
  await writeCsv(file, rows)
  const importOnce = async () => {
    const store = await data.open()
    await fillDirectory(store)
    const [result] = await importFiles(store, [file])
    await store.close()
    return result
  }
  await using observer = await connect(urlWithPassword)
  expect(await importOnce()).toMatchObject({ added: rows })
  const added = await readRows(observer)
  expect(added, 'new rows').toBeLessThan(rows / 10)
  await observer.run('DELETE FROM pg_statistic WHERE starelid = $$reserve_transactions$$::regclass')
  expect(await importOnce()).toMatchObject({ unchanged: rows })
  const repeated = (await readRows(observer)) - added
  expect(repeated, 'control: they were read').toBeGreaterThanOrEqual(rows)
  expect(repeated, 'repeated rows').toBeLessThan(rows * 1.5)
})
