import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../../server/store/sqlite/connection.ts'
import { migrate } from '../../../server/store/sqlite/migrate.ts'
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'
import { straceProblem, underFault } from '../../faults/strace.ts'

const scratch = mkdtempSync(join(tmpdir(), 'strongroom-migrate-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const shipped = here('../../../server/store/sqlite/migrations')

/** The shipped steps and two more, which can be killed after each of their statements. */
const folder = join(scratch, 'migrations')
const count = 2_000
const many = `WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
cpSync(shipped, folder, { recursive: true })
writeFileSync(
  join(folder, '900-slow.sql'),
  `CREATE TABLE slow (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
   SELECT die();
   ${many} INSERT INTO slow SELECT i, hex(zeroblob(200)) FROM n;
   SELECT die();
   ALTER TABLE custodians ADD COLUMN slow INTEGER NOT NULL DEFAULT 7;
   SELECT die();
   CREATE INDEX slow_by_text ON slow (text, id);
   SELECT die();`,
)
writeFileSync(
  join(folder, '901-slower.sql'),
  `UPDATE slow SET text = text || 'x';
   SELECT die();
   DROP INDEX slow_by_text;
   SELECT die();
   ALTER TABLE slow RENAME TO slower;
   SELECT die();`,
)
const steps = readdirSync(folder).length
const deaths = 7

type State = { readonly version: number; readonly schema: string; readonly rows: string }

function stateOf(file: string): State {
  const db = new Database(file)
  try {
    const version = db.pragma('user_version', { simple: true }) as number
    const schema = db.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all()
    const table = (['slow', 'slower'] as const).find((name) =>
      db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name),
    )
    const rows = table ? db.prepare(`SELECT count(*) AS rows, total(length(text)) AS length FROM ${table}`).get() : null
    return { version, schema: JSON.stringify(schema), rows: JSON.stringify(rows) }
  } finally {
    db.close()
  }
}

/** Migrates in this process, up to the end. */
function migrateHere(file: string, from: string): void {
  const db = openDatabase(file, { readonly: false })
  db.function('die', () => null)
  migrate(db, pathToFileURL(`${from}/`))
  db.close()
}

/** What a database is after each number of whole steps. */
function wholeStates(): readonly State[] {
  return Array.from({ length: steps + 1 }, (_, applied) => {
    const part = join(scratch, `first-${applied}`)
    const file = join(scratch, `whole-${applied}.db`)
    mkdirSync(part)
    for (const name of readdirSync(folder).sort().slice(0, applied)) cpSync(join(folder, name), join(part, name))
    migrateHere(file, part)
    return stateOf(file)
  })
}
const whole = wholeStates()

const killAt = (file: string, dieAt: number, how: string) =>
  spawnSync(process.execPath, [here('./migrate-child.ts'), file, folder, `${dieAt}`, how], { encoding: 'utf8' })

test('killed after any statement, a migration leaves whole steps, and the next start completes it', () => {
  let unfinishedPages = 0
  for (let place = 1; place <= deaths; place += 1) {
    const file = join(scratch, `killed-${place}.db`)
    expect(killAt(file, place, 'whole steps').signal).toBe('SIGKILL')
    unfinishedPages += statSync(`${file}-wal`).size
    const state = stateOf(file)
    expect(state).toEqual(whole[place <= 4 ? steps - 2 : steps - 1])
    migrateHere(file, folder)
    expect(stateOf(file)).toEqual(whole[steps])
  }
  expect(unfinishedPages, 'pages of unfinished steps were on the disk when it was killed').toBeGreaterThan(1_000_000)
  const survivor = join(scratch, 'survivor.db')
  expect(killAt(survivor, deaths + 1, 'whole steps')).toMatchObject({ status: 0, signal: null })
  expect(stateOf(survivor)).toEqual(whole[steps])
})

test('the control: without transactions a kill leaves a half step, which the next start cannot complete', () => {
  const file = join(scratch, 'half.db')
  expect(killAt(file, 3, 'statement by statement').signal).toBe('SIGKILL')
  const state = stateOf(file)
  expect(whole).not.toContainEqual(state)
  expect(() => migrateHere(file, folder)).toThrow()
})

const killed = (call: 'pwrite64' | 'fsync', place: number) => {
  const dataDir = join(scratch, `${call}-${place}`)
  const [strace = '', ...rest] = underFault({ call, fault: `signal=SIGKILL:when=${place}` })
  const run = spawnSync(strace, [...rest, process.execPath, here('./open-child.ts'), dataDir], { encoding: 'utf8' })
  return { dataDir, run }
}

test('killed at any write of the first start, the next start completes it', { tags: ['long'] }, async ({ skip }) => {
  skip(straceProblem !== null, straceProblem ?? undefined)
  let kills = 0
  for (const [call, places] of [
    ['pwrite64', [1, 2, 3, 6, 12, 30]],
    ['fsync', [1, 2, 3, 4]],
  ] as const)
    for (const place of places) {
      const { dataDir, run } = killed(call, place)
      if (run.status === 0) continue
      expect(run.signal).toBe('SIGKILL')
      kills += 1
      const store = openSqliteStore(dataDir)
      await store.recordAudit({ kind: 'data.imported', actor: 'tester', at: 1 })
      await store.close()
      expect(stateOf(join(dataDir, 'strongroom.db')).version).toBe(readdirSync(shipped).length)
    }
  expect(kills).toBeGreaterThanOrEqual(6)
})

test('two processes that start at once on an empty folder both come up', async () => {
  const dataDir = join(scratch, 'together')
  const one = openSqliteStore(dataDir)
  const other = openSqliteStore(dataDir)
  await one.recordAudit({ kind: 'data.imported', actor: 'one', at: 1 })
  await other.recordAudit({ kind: 'data.imported', actor: 'other', at: 2 })
  await Promise.all([one.close(), other.close()])
  expect(existsSync(join(dataDir, 'strongroom.db'))).toBe(true)
})

test('a database of a newer version, or of another program, is refused and left as it is', () => {
  for (const [name, statement, reason] of [
    ['newer', 'PRAGMA application_id = 0x53726f6d; PRAGMA user_version = 999; CREATE TABLE x (y)', 'a newer version'],
    ['foreign', 'CREATE TABLE x (y)', 'belongs to another program'],
  ] as const) {
    const dataDir = join(scratch, name)
    mkdirSync(dataDir)
    const db = new Database(join(dataDir, 'strongroom.db'))
    db.exec(statement)
    db.close()
    expect(() => openSqliteStore(dataDir)).toThrow(reason)
    expect(stateOf(join(dataDir, 'strongroom.db')).schema).toBe('[{"name":"x","sql":"CREATE TABLE x (y)"}]')
  }
})
