import Database from 'better-sqlite3'

export type Connection = Database.Database

/** Older ones can corrupt a database in WAL mode that several connections write. */
const oldest = [3, 51, 3]

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
export function openDatabase(file: string, options: { readonly: boolean }): Connection {
  const db = new Database(file, { ...options, timeout: 100 })
  try {
    db.defaultSafeIntegers(true)
    if (!options.readonly) db.pragma('journal_mode = WAL')
    for (const setting of ['synchronous = FULL', 'foreign_keys = ON', 'trusted_schema = OFF', 'cell_size_check = ON'])
      db.pragma(setting)
    db.pragma('secure_delete = ON')
    db.pragma('cache_size = -65536')
    assertSettings(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Throws when SQLite is too old or a setting that durability rests on does not hold. */
export function assertSettings(db: Connection): void {
  const { version } = db.prepare('SELECT sqlite_version() AS version').get() as { version: string }
  if (!isRecent(version)) throw new Error(`SQLite ${version} is older than ${oldest.join('.')}`)
  for (const [name, value] of Object.entries(required)) {
    const actual = db.pragma(name, { simple: true })
    if (actual !== value) throw new Error(`SQLite did not accept ${name} = ${value} (it says ${actual})`)
  }
}

function isRecent(version: string): boolean {
  const parts = version.split('.').map(Number)
  const differing = oldest.findIndex((part, index) => parts[index] !== part)
  return differing === -1 || (parts[differing] ?? 0) > (oldest[differing] ?? 0)
}
