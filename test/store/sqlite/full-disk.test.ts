import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { mountProblem, startOnSmallDisk } from '../../faults/small-disk.ts'
import { until } from '../../harness/until.ts'
import { databaseOf } from './database.ts'

test('a full disk makes the server not ready before any rotation, even if the write-ahead log has space left', {
  timeout: 120_000,
}, async ({ skip }) => {
  skip(mountProblem !== null, mountProblem ?? '')
  await using disk = await startOnSmallDisk()
  const readyz = () => fetch(`${disk.server.url}/readyz`)
  const other = new Database(databaseOf(disk.server.dataDir))
  other.pragma('wal_checkpoint(RESTART)')
  other.close()
  disk.fillDisk()
  const refused = await readyz()
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: { info: ['reason=disk-full'] } })
  disk.freeDisk()
  await until(async () => (await readyz()).status === 200)
})
