import { renameSync } from 'node:fs'
import { afterEach, expect, vi } from 'vitest'
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'
import { StoreError } from '../../../server/store/store-error.ts'
import { createWriteMonitor } from '../../../server/store/write-monitor.ts'
import { test } from '../../harness/fixtures.ts'

afterEach(() => void vi.useRealTimers())

/** A monitor of writes that end as the test says, in doubt at each look. */
function createMonitor(write: () => Promise<unknown>) {
  const calls: string[] = []
  const noted = () => {
    calls.push('testWriting')
    return write()
  }
  return { calls, monitor: createWriteMonitor({ test: noted, isSuspect: () => true }) }
}

test('a test that takes long is no fault until it has taken ten seconds, and is not begun twice', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { calls, monitor } = createMonitor(() => new Promise(() => {}))
  vi.advanceTimersByTime(60_001)
  expect(await monitor.fault()).toBeNull()
  vi.advanceTimersByTime(9_000)
  expect(await monitor.fault()).toBeNull()
  vi.advanceTimersByTime(2_000)
  expect(await monitor.fault()).toMatchObject({ detail: 'ETIMEDOUT' })
  expect(calls).toEqual(['testWriting'])
})

test('many who ask at once cause one test a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { calls, monitor } = createMonitor(async () => {})
  for (let times = 0; times < 20; times += 1) await Promise.all([monitor.fault(), monitor.fault()])
  expect(calls).toHaveLength(1)
  vi.advanceTimersByTime(1_001)
  await monitor.fault()
  expect(calls).toHaveLength(2)
})

test.each([
  ['a rule of the database', new StoreError('rejected', 'SQLITE_CONSTRAINT', 'planted'), null],
  ['another process', new StoreError('busy', 'SQLITE_BUSY', 'planted'), null],
  ['the disk', new StoreError('unreachable', 'SQLITE_IOERR_WRITE', 'planted'), 'SQLITE_IOERR_WRITE'],
])('a write that failed for %s is a fault only if others fail for it too', async (_, error, code) => {
  const { monitor } = createMonitor(() => Promise.reject(error))
  await expect(monitor.watch(Promise.reject(error))).rejects.toBe(error)
  expect((await monitor.fault())?.detail ?? null).toBe(code)
})

test('a folder that was moved away is a fault, and no more when it is back', async ({ folder }) => {
  const { dataDir } = folder
  const away = `${folder.dataDir}-away`
  const store = openSqliteStore(dataDir)
  const record = { kind: 'data.imported', actor: 'tester', at: 1 } as const
  await store.recordAudit(record)
  renameSync(dataDir, away)
  await store.recordAudit(record)
  await expect(store.recordAudit(record), 'control: nothing more is stored').rejects.toThrow('ENOENT')
  await expect.poll(() => store.writeFault(), { interval: 200 }).toMatchObject({ detail: 'ENOENT' })
  renameSync(away, dataDir)
  await expect.poll(() => store.writeFault(), { interval: 200 }).toBeNull()
  await store.recordAudit(record)
  await store.close()
})
