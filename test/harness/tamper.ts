import { createHash } from 'node:crypto'
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
  const file = readFileSync(databaseOf(dataDir))
  const wanted = Buffer.from(bytes)
  const found = file.indexOf(wanted)
  if (found === -1) throw new Error('these bytes are not in the database file')
  const place = found + Math.floor(wanted.length / 2)
  file.writeUInt8(file.readUInt8(place) ^ 1, place)
  writeFileSync(databaseOf(dataDir), file)
}

/** Continues the audit to that many records by the documented recipe, in one commit. */
export function lengthenAudit(dataDir: string, records: number): void {
  const db = new Database(databaseOf(dataDir))
  const head = db.prepare('SELECT sequence, hash FROM audit ORDER BY sequence DESC').get()
  let { sequence, hash } = head as { sequence: number; hash: string }
  const insert = db.prepare("INSERT INTO audit VALUES (?, 1, 'data.imported', 'tester', NULL, NULL, NULL, ?, ?, NULL)")
  db.transaction(() => {
    while (sequence < records) {
      sequence += 1
      const details = JSON.stringify({ file: `${sequence}`.padStart(200) })
      const hashed = [hash, `${sequence}`, 1, 'data.imported', 'tester', null, null, null, details]
      hash = createHash('sha256').update(JSON.stringify(hashed)).digest('hex')
      insert.run(sequence, details, hash)
    }
  })()
  db.close()
  writeFileSync(anchorOf(dataDir), `${sequence} ${hash}\n`)
}
