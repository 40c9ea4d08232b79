import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { administer } from '../../../server/data-folder.ts'
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'
import type { Anchor, Engine, Everything, FolderTamper, Followed, StoredFolder, Truth } from '../engine.ts'
import type { Facts, Kind } from '../facts.ts'
import { startOtherServer } from '../other-server.ts'
import { anchorOf, databaseOf, flipBitIn, namedByAnchor, withDatabase } from '../sqlite/database.ts'
import { type FormName, fromColumn, shapes, toColumn } from './sqlite-shapes.ts'

type Row = Record<string, unknown>
type Members = Readonly<Record<string, readonly [expression: string, form: FormName]>>
/** A fact, and what finds its row again. */
type Located<Fact> = { readonly fact: Fact; readonly key: readonly unknown[] }

const membersOf = (kind: Kind): Members => shapes[kind].members

function locate<K extends Kind>(db: Database.Database, kind: K): Located<Facts[K]>[] {
  const { table, key } = shapes[kind]
  const members = Object.entries(membersOf(kind))
  const columns = [...key, ...members.map(([, [expression]]) => expression)]
  const named = columns.map((expression, place) => `${expression} AS c${place}`)
  const rows = db.prepare<[], Row>(`SELECT ${named} FROM ${table} ORDER BY ${key}`).safeIntegers().all()
  return rows.map((row) => {
    const values = members.map(([name, [, form]], place) => [name, fromColumn(form, row[`c${key.length + place}`])])
    return { fact: Object.fromEntries(values) as Facts[K], key: key.map((_, place) => row[`c${place}`]) }
  })
}

const factsIn = <K extends Kind>(db: Database.Database, kind: K) => locate(db, kind).map(({ fact }) => fact)

function truthOf(dataDir: string): Truth {
  const reading = <Output>(work: (db: Database.Database) => Output): Output =>
    withDatabase(dataDir, { readonly: true }, work)
  return {
    read: async (kind) => reading((db) => factsIn(db, kind)),
    async until(kind, fits) {
      const db = new Database(databaseOf(dataDir), { readonly: true })
      try {
        for (;;) {
          const found = factsIn(db, kind).find(fits)
          if (found) return found
          await turn()
        }
      } finally {
        db.close()
      }
    },
    anchor: async () => anchorFrom(dataDir),
    everything: async (but) => reading((db) => everythingIn(db, but && shapes[but.except].table)),
    follow: () => followEverything(dataDir),
  }
}

/** The rows of each table by its name. */
function everythingIn(db: Database.Database, but: string | null = null): Everything {
  db.defaultSafeIntegers(true)
  const tables = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN (ifnull(?, ''), 'token_uses') ORDER BY name`,
    )
    .pluck()
    .all(but)
  return Object.fromEntries(tables.map((name) => [name, db.prepare<[], object>(`SELECT * FROM "${name}"`).all()]))
}

function followEverything(dataDir: string): Followed {
  const db = new Database(databaseOf(dataDir), { readonly: true })
  let version: unknown = null
  let rows: Everything = {}
  return {
    async everything() {
      // It differs once another connection has committed.
      const current = db.pragma('data_version', { simple: true })
      if (current !== version) rows = everythingIn(db)
      version = current
      return rows
    },
    [Symbol.dispose]: () => db.close(),
  }
}

function tamperOf(dataDir: string): FolderTamper {
  const writing = <Output>(work: (db: Database.Database) => Output): Output => withDatabase(dataDir, {}, work)
  const atEach = (
    kind: Kind,
    fits: (fact: never) => boolean,
    write: (db: Database.Database, key: readonly unknown[]) => void,
  ) =>
    writing((db) => {
      const found = locate(db, kind).filter(({ fact }) => fits(fact as never))
      db.transaction(() => {
        for (const { key } of found) write(db, key)
      })()
      return found.length
    })
  return {
    async change(kind, fits, values) {
      const members = Object.entries(values)
      const assignments = members.map(([name]) => `${columnOf(kind, name)} = ?`)
      const bound = members.map(([name, value]) => toColumn(formOf(kind, name), value))
      const sql = `UPDATE ${shapes[kind].table} SET ${assignments} WHERE ${keyCondition(kind)}`
      return atEach(kind, fits, (db, key) => db.prepare(sql).run(...bound, ...key))
    },
    async remove(kind, fits) {
      const sql = `DELETE FROM ${shapes[kind].table} WHERE ${keyCondition(kind)}`
      return atEach(kind, fits, (db, key) => db.prepare(sql).run(...key))
    },
    add: async (kind, facts) => writing((db) => insert(db, kind, facts)),
    async lengthenAudit(records) {
      writeAnchor(
        dataDir,
        writing((db) => lengthen(db, records)),
      )
    },
    async moveAnchor() {
      const [head] = writing((db) => factsIn(db, 'audit')).slice(-1)
      if (!head) throw new Error('the audit is empty')
      writeAnchor(dataDir, head)
    },
    removeAnchor: async () => rmSync(anchorOf(dataDir)),
    damageAnchor: async () => truncateSync(anchorOf(dataDir), 30),
    flipBit: async (bytes) => flipBitIn(dataDir, bytes),
    async failActivation(message) {
      const raise = `RAISE(ABORT, '${message.replaceAll("'", "''")}')`
      writing((db) => db.exec(`CREATE TRIGGER planted BEFORE INSERT ON credentials BEGIN SELECT ${raise}; END`))
      return { undo: async () => void writing((db) => db.exec('DROP TRIGGER planted')) }
    },
    async hide(kind) {
      const { table } = shapes[kind]
      writing((db) => db.exec(`ALTER TABLE ${table} RENAME TO hidden`))
      return { undo: async () => void writing((db) => db.exec(`ALTER TABLE hidden RENAME TO ${table}`)) }
    },
  }
}

const formOf = (kind: Kind, name: string): FormName => (membersOf(kind)[name] as Members[string])[1]

function columnOf(kind: Kind, name: string): string {
  const [expression] = membersOf(kind)[name] as Members[string]
  if (expression.startsWith('(')) throw new Error(`${kind}.${name} stands in another table`)
  return expression
}

const keyCondition = (kind: Kind): string => shapes[kind].key.map((column) => `${column} = ?`).join(' AND ')

function insert(db: Database.Database, kind: Kind, facts: readonly object[]): void {
  const names = Object.keys(membersOf(kind))
  const columns = names.map((name) => columnOf(kind, name))
  const statement = db.prepare(`INSERT INTO ${shapes[kind].table} (${columns}) VALUES (${names.map(() => '?')})`)
  db.transaction(() => {
    for (const fact of facts)
      statement.run(...names.map((name) => toColumn(formOf(kind, name), (fact as Record<string, unknown>)[name])))
  })()
}

function anchorFrom(dataDir: string): Anchor | null {
  if (!existsSync(anchorOf(dataDir))) return null
  const [, sequence, hash] = /^(\d+) ([0-9a-f]{64})$/.exec(namedByAnchor(dataDir)) ?? []
  return sequence && hash ? { sequence: Number(sequence), hash } : null
}

const writeAnchor = (dataDir: string, { sequence, hash }: Anchor) =>
  writeFileSync(anchorOf(dataDir), `${sequence} ${hash}\n`)

function lengthen(db: Database.Database, records: number): Anchor {
  let head = db.prepare('SELECT sequence, hash FROM audit ORDER BY sequence DESC').get() as Anchor
  const statement = db.prepare(
    "INSERT INTO audit VALUES (?, 1, 'data.imported', 'tester', NULL, NULL, NULL, ?, ?, NULL)",
  )
  db.transaction(() => {
    while (head.sequence < records) {
      const sequence = head.sequence + 1
      const details = JSON.stringify({ file: `${sequence}`.padStart(200) })
      const hashed = [head.hash, `${sequence}`, 1, 'data.imported', 'tester', null, null, null, details]
      const hash = createHash('sha256').update(JSON.stringify(hashed)).digest('hex')
      statement.run(sequence, details, hash)
      head = { sequence, hash }
    }
  })()
  return head
}

async function holdWrites(dataDir: string): Promise<AsyncDisposable> {
  const db = new Database(databaseOf(dataDir))
  db.exec('BEGIN IMMEDIATE')
  return {
    [Symbol.asyncDispose]: async () => {
      if (db.open) db.close()
    },
  }
}

const filesIn = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith('strongroom.db'))
    .sort()
    .map((name) => join(dataDir, name))

const dataOf = (dataDir: string): StoredFolder => ({
  truth: truthOf(dataDir),
  tamper: tamperOf(dataDir),
  open: async () => openSqliteStore(dataDir),
  administration: async () => administer(dataDir),
  otherServer: ({ dieAt, ...options } = {}) =>
    startOtherServer({ engine: 'sqlite', dataDir, ...options, ...(dieAt && { dieAt: `worker-${dieAt}` }) }),
  files: () => filesIn(dataDir),
  holdWrites: () => holdWrites(dataDir),
})

/** The engine within the process: one file, its write-ahead log, and the file with the head of the audit. */
export const sqlite: Engine<StoredFolder> = {
  name: 'sqlite',
  steps: ['commit', 'overwrite', 'flush'],
  tellsOfCommits: false,
  hasLeases: false,
  dataOf,
}
