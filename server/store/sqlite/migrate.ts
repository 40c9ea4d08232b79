import { readdirSync, readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { DataFolderError } from '../../platform/data-folder-error.ts'
import type { Connection } from './connection.ts'
import { sqliteFiles } from './shipped-files.ts'
import { transact } from './transact.ts'
import { untilDecided } from './until-decided.ts'

/** Marks the file as Strongroom's in SQLite's own header. */
const applicationId = 0x53726f6dn

const stepsIn = (folder: URL) =>
  readdirSync(folder)
    .filter((name) => /^\d{3}-.+\.sql$/.test(name))
    .sort()

/** How many steps of the schema a database has; refuses one of another program or of a newer version. */
export function schemaOf(db: Connection, folder = sqliteFiles.migrations): { applied: number; known: number } {
  const applied = versionOf(db)
  const known = stepsIn(folder).length
  assertOurs(db, applied)
  if (applied > known)
    throw new DataFolderError(
      `the data was written by a newer version (schema ${applied}, this one knows ${known})`,
      'Install that version, or use another folder with --data.',
    )
  return { applied, known }
}

/** The same without opening the file for writing, which changes the header even of another program's database. */
export function assertKnownForm(file: string): void {
  try {
    look(file, { readonly: true })
  } catch (error) {
    // A kill came before the database had its write-ahead log: only a writer can take the unfinished change back.
    if ((error as { code?: unknown }).code !== 'SQLITE_READONLY_ROLLBACK') throw error
    look(file, { readonly: false })
  }
}

function look(file: string, options: { readonly: boolean }): void {
  const db = new Database(file, { ...options, timeout: 1_000 })
  try {
    schemaOf(db.defaultSafeIntegers(true))
  } finally {
    db.close()
  }
}

/** Brings the schema up to date: forward only, each step in one transaction with its number, so a kill leaves whole steps. */
export function migrate(db: Connection, folder = sqliteFiles.migrations): void {
  const { applied } = schemaOf(db, folder)
  for (const [index, name] of stepsIn(folder).entries())
    if (index >= applied) apply(db, new URL(name, folder), index + 1)
}

/** How many steps of a schema were applied, also of a newer one. */
export const versionOf = (db: Connection) => Number(db.pragma('user_version', { simple: true }))

function assertOurs(db: Connection, applied: number): void {
  const empty = applied === 0 && !db.prepare('SELECT 1 FROM sqlite_schema').get()
  if (!empty && db.pragma('application_id', { simple: true }) !== applicationId)
    throw new DataFolderError(
      'strongroom.db in it belongs to another program',
      'Use another folder with --data; nothing in this one was changed.',
    )
}

/** Another process, or a try whose answer was lost, may have taken the same step. */
function apply(db: Connection, step: URL, version: number): void {
  const takeStep = () => {
    if (versionOf(db) >= version) return
    db.exec(readFileSync(step, 'utf8'))
    db.pragma(`application_id = ${applicationId}`)
    db.pragma(`user_version = ${version}`)
  }
  untilDecided(() => transact(db, takeStep))
}
