import { chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { assertSettings, openDatabase } from '../../../server/store/sqlite/connection.ts'
import { test as withFolder } from '../../harness/fixtures.ts'
import { withStoreOf } from '../../harness/folders.ts'

const scratch = mkdtempSync(join(tmpdir(), 'strongroom-durability-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const file = join(scratch, 'strongroom.db')

test('every connection has the settings that durability rests on', () => {
  for (const options of [{ readonly: false }, { readonly: true }]) {
    const db = openDatabase(file, options)
    const asked = (name: string) => db.pragma(name, { simple: true })
    expect(asked('journal_mode')).toBe('wal')
    expect(asked('synchronous'), 'FULL').toBe(2n)
    expect(asked('foreign_keys')).toBe(1n)
    expect(asked('trusted_schema')).toBe(0n)
    expect(asked('secure_delete')).toBe(1n)
    db.close()
  }
})

test.each([
  ['synchronous = NORMAL', 'synchronous'],
  ['synchronous = OFF', 'synchronous'],
  ['foreign_keys = OFF', 'foreign_keys'],
  ['trusted_schema = ON', 'trusted_schema'],
  ['cell_size_check = OFF', 'cell_size_check'],
  ['secure_delete = OFF', 'secure_delete'],
  ['busy_timeout = 5000', 'busy_timeout'],
])('a connection with %s is refused', (setting, name) => {
  const db = openDatabase(file, { readonly: false })
  expect(() => assertSettings(db), 'control: as it was opened it passes').not.toThrow()
  db.pragma(setting)
  expect(() => assertSettings(db)).toThrow(`SQLite did not accept ${name}`)
  db.close()
})

test('what SQLite gives by itself in WAL mode would be refused: it is NORMAL', () => {
  const db = new Database(file)
  db.defaultSafeIntegers(true)
  db.pragma('journal_mode = WAL')
  expect(db.pragma('synchronous', { simple: true })).toBe(1n)
  expect(() => assertSettings(db)).toThrow('SQLite did not accept synchronous = 2')
  db.close()
})

withFolder('what root writes into the folder of a service belongs to the service', async ({ folder, skip }) => {
  skip(process.getuid?.() !== 0, 'root alone gives a file away')
  const { dataDir } = folder
  const owners = () => readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).uid])
  const service = 65_534
  for (const name of ['', ...readdirSync(dataDir)]) chownSync(join(dataDir, name), service, service)
  await withStoreOf(dataDir, async (store) => {
    await store.recordAudit({ kind: 'data.imported', actor: 'root', at: Date.now() })
    expect(owners()).toEqual(owners().map(([name]) => [name, service]))
  })
  expect(owners()).toContainEqual(['audit.anchor', service])
  chownSync(dataDir, 0, 0)
  await withStoreOf(dataDir, (store) => store.recordAudit({ kind: 'data.imported', actor: 'root', at: Date.now() }))
  expect(owners(), 'control: in a folder of its own it stays with root').toContainEqual(['audit.anchor', 0])
})
