import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

export const databaseOf = (dataDir: string) => join(dataDir, 'strongroom.db')
export const anchorOf = (dataDir: string) => join(dataDir, 'audit.anchor')

/** Changes the database behind Strongroom's back. */
export function tamper(dataDir: string, sql: string): void {
  const db = new Database(databaseOf(dataDir))
  try {
    db.pragma('foreign_keys = OFF')
    db.exec(sql)
  } finally {
    db.close()
  }
}

/** What one row of the database says. */
export function lookUp<Row>(dataDir: string, sql: string): Row {
  const db = new Database(databaseOf(dataDir), { readonly: true })
  try {
    return db.prepare<[], Row>(sql).get() as Row
  } finally {
    db.close()
  }
}

/** Flips the lowest bit of the byte in the middle of where these bytes stand in the database file. */
export function flipBitIn(dataDir: string, bytes: Uint8Array | string): void {
  const [file, wanted] = [readFileSync(databaseOf(dataDir)), Buffer.from(bytes)]
  const found = file.indexOf(wanted)
  if (found === -1) throw new Error('these bytes are not in the database file')
  const place = found + Math.floor(wanted.length / 2)
  file.writeUInt8(file.readUInt8(place) ^ 1, place)
  writeFileSync(databaseOf(dataDir), file)
}
