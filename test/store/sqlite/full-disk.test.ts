import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { mountProblem, mountSmall } from '../../faults/mount.ts'
import { seed } from '../../harness/seed.ts'
import { startTestServer } from '../../harness/server.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { until } from '../../harness/until.ts'
import { databaseOf } from './database.ts'

test('a full disk makes the server not ready before any rotation, even if the write-ahead log has space left', {
  timeout: 120_000,
}, async ({ skip }) => {
  skip(mountProblem !== null, mountProblem ?? '')
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'small')
  using _small = mountSmall(dataDir)
  await using server = await startTestServer({ dataDir })
  await seed(server.app.store)
  const readyz = () => fetch(`${server.url}/readyz`)
  const other = new Database(databaseOf(dataDir))
  other.pragma('wal_checkpoint(RESTART)')
  other.close()
  const { bavail, bsize } = statfsSync(dataDir)
  writeFileSync(join(dataDir, '.filler'), Buffer.alloc(bavail * bsize))
  const refused = await readyz()
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: { info: ['reason=disk-full'] } })
  rmSync(join(dataDir, '.filler'))
  await until(async () => (await readyz()).status === 200)
})
