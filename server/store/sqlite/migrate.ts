import { readdirSync, readFileSync } from 'node:fs'
import { DataFolderError } from '../../data-folder-error.ts'
import type { Connection } from './connection.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Marks the file as Strongroom's in SQLite's own header. */
const applicationId = 0x53726f6dn

const migrations = () =>
  readdirSync(folder)
    .filter((name) => /^\d{3}-.+\.sql$/.test(name))
    .sort()

/** Brings the schema up to date: forward only, each step in one transaction with its number, so a kill leaves whole steps. */
export function migrate(db: Connection): void {
  const steps = migrations()
  const done = Number(db.pragma('user_version', { simple: true }))
  assertOurs(db, done)
  if (done > steps.length)
    throw new DataFolderError(
      `the data was written by a newer version (schema ${done}, this one knows ${steps.length})`,
      'Install that version, or use another folder with --data.',
    )
  for (const [index, name] of steps.entries()) if (index >= done) apply(db, name, index + 1)
}

function assertOurs(db: Connection, done: number): void {
  const empty = done === 0 && !db.prepare('SELECT 1 FROM sqlite_schema').get()
  if (!empty && db.pragma('application_id', { simple: true }) !== applicationId)
    throw new DataFolderError(
      'strongroom.db in it belongs to another program',
      'Use another folder with --data; nothing in this one was changed.',
    )
}

function apply(db: Connection, name: string, version: number): void {
  db.transaction(() => {
    db.exec(readFileSync(new URL(name, folder), 'utf8'))
    db.pragma(`application_id = ${applicationId}`)
    db.pragma(`user_version = ${version}`)
  }).immediate()
}
