import type { AnchorState } from '../inspection.ts'
import { anchorHead, readWithAnchor } from './anchor.ts'
import { openDatabase } from './connection.ts'
import { asDamage } from './damage.ts'
import { anchorIn, databaseIn } from './files.ts'

/** So many are copied in a few milliseconds; between two of these steps the process does other things. */
const pagesAtATime = 1024

type OnCopied = (doneBytes: number, allBytes: number) => void

/**
 * Copies the database of a data folder, as it stands at one moment, into an empty folder, with an anchor that fits the copy.
 * Writers need not stop. Answers the original's anchor of that moment: a sound copy reaches it.
 */
export async function copyDatabase(dataDir: string, folder: string, onCopied: OnCopied): Promise<AnchorState> {
  const copy = databaseIn(folder)
  const anchor = await copyPages(dataDir, copy, onCopied).catch((error) => {
    throw asDamage(error)
  })
  using made = closing(openDatabase(copy, { readonly: false }))
  anchorHead(made.db, anchorIn(folder))
  return anchor
}

async function copyPages(dataDir: string, to: string, onCopied: OnCopied): Promise<AnchorState> {
  using original = closing(openDatabase(databaseIn(dataDir), { readonly: true }))
  const { db } = original
  // Held to one moment, or each commit of another process would begin the copy again.
  const hold = () => db.exec('BEGIN').prepare('SELECT count(*) FROM sqlite_schema').get()
  const { anchor } = readWithAnchor(anchorIn(dataDir), hold, () => db.exec('COMMIT'))
  const pageSize = Number(db.pragma('page_size', { simple: true }))
  await db.backup(to, {
    progress({ totalPages, remainingPages }) {
      onCopied((totalPages - remainingPages) * pageSize, totalPages * pageSize)
      return pagesAtATime
    },
  })
  return anchor
}

const closing = (db: ReturnType<typeof openDatabase>) => ({ db, [Symbol.dispose]: () => void db.close() })
