import Database from 'better-sqlite3'

export type Connection = Database.Database

const required = {
  journal_mode: 'wal',
  synchronous: 2n, // FULL; WAL mode alone silently means NORMAL, which loses acknowledged commits in a power cut
  foreign_keys: 1n,
  trusted_schema: 0n,
  cell_size_check: 1n,
  secure_delete: 1n,
  busy_timeout: 100n,
} as const

/** Opens the database file; integers are read as bigint. Throws when a durability setting does not hold. */
export function connect(file: string, options: { readonly: boolean }): Connection {
  const db = new Database(file, { ...options, timeout: 100 })
  db.defaultSafeIntegers(true)
  if (!options.readonly) db.pragma('journal_mode = WAL')
  for (const setting of ['synchronous = FULL', 'foreign_keys = ON', 'trusted_schema = OFF', 'cell_size_check = ON'])
    db.pragma(setting)
  db.pragma('secure_delete = ON')
  db.pragma('cache_size = -65536')
  assertSettings(db)
  return db
}

function assertSettings(db: Connection): void {
  for (const [name, value] of Object.entries(required)) {
    const actual = db.pragma(name, { simple: true })
    if (actual !== value) throw new Error(`SQLite did not accept ${name} = ${value} (it says ${actual})`)
  }
}
