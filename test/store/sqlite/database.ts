import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

export const databaseOf = (dataDir: string) => join(dataDir, 'strongroom.db')
export const anchorOf = (dataDir: string) => join(dataDir, 'audit.anchor')

/** What the newest line of the anchor names, as `SEQUENCE HASH`. */
export function namedByAnchor(dataDir: string): string {
  const lines = readFileSync(anchorOf(dataDir), 'utf8').split('\n')
  const named = lines.map((line) => line.trim().split(' ').slice(0, 2).join(' '))
  return named.reduce((newest, line) => (Number.parseInt(line, 10) > Number.parseInt(newest, 10) ? line : newest))
}

export function withDatabase<Output>(
  dataDir: string,
  options: { readonly readonly?: boolean },
  work: (db: Database.Database) => Output,
): Output {
  const db = new Database(databaseOf(dataDir), { ...options, timeout: 5_000 })
  try {
    db.pragma('foreign_keys = OFF')
    return work(db)
  } finally {
    db.close()
  }
}

/** Changes the database behind Strongroom's back. */
export const execute = (dataDir: string, sql: string): void => withDatabase(dataDir, {}, (db) => void db.exec(sql))

/** What one row of the database says. */
export const lookUp = <Row>(dataDir: string, sql: string): Row =>
  withDatabase(dataDir, { readonly: true }, (db) => db.prepare<[], Row>(sql).get() as Row)

/** Flips the lowest bit of the byte in the middle of where these bytes stand in the database file. */
export function flipBitIn(dataDir: string, bytes: Uint8Array | string): void {
  const file = readFileSync(databaseOf(dataDir))
  const wanted = Buffer.from(bytes)
  const found = file.indexOf(wanted)
  if (found === -1) throw new Error('these bytes are not in the database file')
  const place = found + Math.floor(wanted.length / 2)
  file.writeUInt8(file.readUInt8(place) ^ 1, place)
  writeFileSync(databaseOf(dataDir), file)
}
