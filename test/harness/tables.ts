import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Every row of every table, read by a connection of its own. */
export function tablesIn(dataDir: string): Record<string, unknown[]> {
  const db = new Database(join(dataDir, 'strongroom.db'), { readonly: true })
  try {
    db.defaultSafeIntegers(true)
    const names = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).pluck().all()
    return Object.fromEntries(names.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]))
  } finally {
    db.close()
  }
}
