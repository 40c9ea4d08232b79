import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'
import { test } from '../../harness/fixtures.ts'
import { custodians, tenants } from '../../harness/seed.ts'

const child = fileURLToPath(new URL('./hold-child.ts', import.meta.url))

/** Another process that has a write transaction open until it is released; returns what it says then. */
async function holdWriting(file: string, how: string) {
  const holder: ChildProcessWithoutNullStreams = spawn(process.execPath, [child, file, how])
  const [said] = (await once(holder.stdout, 'data')) as [Buffer]
  expect(`${said}`).toBe('held\n')
  return async () => {
    const last = once(holder.stdout, 'data') as Promise<[Buffer]>
    holder.stdin.end()
    const [[text]] = await Promise.all([last, once(holder, 'exit')])
    return `${text}`
  }
}

test('readers answer, and with what was committed, while another process has a write transaction open', async ({
  folder,
}) => {
  const store = openSqliteStore(folder.dataDir)
  const release = await holdWriting(join(folder.dataDir, 'strongroom.db'), 'BEGIN IMMEDIATE')
  const names = (await store.listCustodians(tenants.first)).map(({ name }) => name)
  expect(names).toContain('Custodian 11')
  expect(names).not.toContain('not committed')
  const listing = { tenantId: tenants.first, custodianId: custodians.copper, onlyActive: false }
  expect((await store.walletListing(listing))?.wallets).toHaveLength(3)
  expect(await store.reservesReport()).toHaveLength(2)
  expect((await store.listAudit({ limit: 5 }, null)).records).toHaveLength(5)
  const waiting = store.recordAudit({ kind: 'data.imported', actor: 'tester', at: 1 })
  const head = await store.auditHead()
  expect(head?.sequence, 'a writer does wait').toBe('33')
  expect(await release()).toBe('still held\n')
  await waiting
  expect((await store.auditHead())?.sequence).toBe('34')
  await store.close()
})

test('the control: without the write-ahead log the same reader cannot answer', async ({ folder }) => {
  const file = join(folder.dataDir, 'strongroom.db')
  const plain = new Database(file, { timeout: 100 })
  plain.pragma('journal_mode = DELETE')
  const release = await holdWriting(file, 'BEGIN EXCLUSIVE')
  expect(() => plain.prepare('SELECT name FROM custodians').all()).toThrow('database is locked')
  expect(await release()).toBe('still held\n')
  expect(plain.prepare('SELECT name FROM custodians').all()).toHaveLength(12)
  plain.close()
})
