import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sync } from '../../../platform/durable-files.ts'
import type { CopiedTable, CopyTarget } from '../../copied-tables.ts'
import type { AuditHead } from '../../store.ts'
import { bringUpAnchor } from '../anchor.ts'
import { type Connection, openDatabase } from '../connection.ts'
import { anchorIn, databaseIn, unfinishedCopy } from '../files.ts'
import { auditLinks, openIntents } from '../inspect/audit-links.ts'
import { migrate } from '../migrate.ts'
import { putInPlace } from '../put-in-place.ts'
import { lockForServing } from '../serving-lock.ts'
import { readRows, writeRows } from './rows.ts'
import { assertAllCopied } from './tables.ts'

/**
 * Fills a database in a folder next to where it goes. Until it is published there is nothing that could be served, and
 * the folder says so.
 */
export function openSqliteTarget(dataDir: string, tables: readonly CopiedTable[]): CopyTarget {
  const lock = lockForServing(dataDir)
  const draft = join(dataDir, unfinishedCopy)
  const db = openDraft(draft)
  assertAllCopied(db, tables)
  return {
    name: dataDir,
    fill: (table, batches) => writeRows(db, table, batches),
    rows: (table) => asynchronous(readRows(db, table)),
    complete: async (installation) => complete(db, installation),
    audit: {
      auditLinks: (filter = {}) => asynchronous(auditLinks(db, filter)),
      openIntents: async () => openIntents(db),
    },
    publish: async () => publish(db, draft, dataDir),
    async [Symbol.asyncDispose]() {
      db.close()
      rmSync(draft, { recursive: true, force: true })
      lock[Symbol.dispose]()
    },
  }
}

/** What a kill left of an earlier one goes. */
function openDraft(draft: string): Connection {
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const db = openDatabase(databaseIn(draft), { readonly: false })
  migrate(db)
  // Made durable as a whole, before it gets its place. References are checked at once, when all rows are there.
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  return db
}

async function* asynchronous<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
  yield* rows
}

const disorderSql = `
  UPDATE installation SET audit_disorder = (
    SELECT ifnull(max(latest - at), 0) FROM (SELECT at, max(at) OVER (ORDER BY sequence) AS latest FROM audit))`

type Installation = { readonly salt: Uint8Array; readonly head: AuditHead }

/** The rows of names are in the search by triggers, those of labels are not. */
function complete(db: Connection, { salt }: Installation): void {
  db.exec(disorderSql)
  db.exec('INSERT INTO wallets_text (rowid, text) SELECT wallet_id, found_by FROM wallets WHERE label IS NOT NULL')
  db.prepare('UPDATE installation SET salt = ?').run(salt)
  const dangling = db.pragma('foreign_key_check') as readonly { readonly table: string; readonly parent: string }[]
  if (dangling[0]) throw new Error(`a row of ${dangling[0].table} names one that is not in ${dangling[0].parent}`)
}

function publish(db: Connection, draft: string, dataDir: string): void {
  bringUpAnchor(db, anchorIn(draft))
  db.close()
  sync(databaseIn(draft))
  sync(draft)
  // Of a copy that was killed in these lines.
  if (existsSync(anchorIn(dataDir))) rmSync(anchorIn(dataDir))
  putInPlace(draft, dataDir)
}
