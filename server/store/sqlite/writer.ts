import { parentPort, workerData } from 'node:worker_threads'
import { StoreError } from '../store-error.ts'
import { resolutions } from '../unknown-outcomes.ts'
import type { Erased } from '../writes.ts'
import { anchorHead, bringUpAnchor, writeAnchor } from './anchor.ts'
import { openDatabase } from './connection.ts'
import { transact } from './transact.ts'
import { transactUntilDecided } from './until-decided.ts'
import type { WriterAnswer, WriterRequest, WriterSettings, WriterWarning } from './writer-protocol.ts'
import { headOf, markCommit } from './writes/append-audit.ts'
import { type WriteName, writes } from './writes/table.ts'

/** The one thread that owns the write connection of this process. */
const { file, anchorFile } = workerData as WriterSettings
const db = openDatabase(file, { readonly: false })
/** The record that the anchor is known to name; another process may have committed since. */
let anchored: bigint | null = null

function answerTo({ id, name, input }: WriterRequest): WriterAnswer {
  try {
    const write = writes[name] as (connection: typeof db, request: unknown) => unknown
    const output = transactionOf(name)(db, () => {
      // The anchor takes room of its own, which a full disk may lack while its write-ahead log still has some.
      if (name === 'testWriting') writeAnchor(anchorFile, headOf(db))
      return recorded(() => write(db, input))
    })
    return { id, ok: true, output }
  } catch (error) {
    // Anything else means that a transaction could not even be rolled back: this connection is not to be trusted further.
    if (!(error instanceof StoreError)) throw error
    const { cause, detail, message } = error
    return { id, ok: false, cause, detail, message }
  }
}

const transactionOf = (name: WriteName) =>
  name !== 'testWriting' && resolutions[name] === 'repeated' ? transactUntilDecided : transact

/** Does the work once the anchor names the last record, and marks the records that it appends as those of one commit. */
function recorded<Output>(work: () => Output): Output {
  const before = headOf(db).sequence
  if (before !== anchored) anchored = bringUpAnchor(db, anchorFile)
  const output = work()
  markCommit(db, before)
  return output
}

/** The commit stands even when its anchor cannot be written; the next one waits until it can. */
function anchor(): void {
  try {
    if (headOf(db).sequence !== anchored) anchored = anchorHead(db, anchorFile)
  } catch (error) {
    const warning = `the audit's anchor could not be written (${(error as Error).message}); nothing is stored until it can be`
    parentPort?.postMessage({ warning } satisfies WriterWarning)
  }
}

let hasOldCopies = false

const hasErased = (erased: Erased): boolean => Object.values(erased).some((count) => count > 0)

/** Older copies of erased rows may stand in the WAL; it is checkpointed into the database and truncated once no reader uses it. */
function cutWal(answer: WriterAnswer, { name }: WriterRequest): void {
  if (name === 'eraseExpired' && answer.ok && hasErased(answer.output as Erased)) hasOldCopies = true
  if (!hasOldCopies) return
  try {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: bigint }[]
    hasOldCopies = result?.busy !== 0n
  } catch {
    // Tried again after the next write.
  }
}

parentPort?.on('message', (request: WriterRequest | 'close') => {
  if (request === 'close') {
    db.close()
    parentPort?.close()
    return
  }
  const answer = answerTo(request)
  anchor()
  cutWal(answer, request)
  parentPort?.postMessage(answer)
})
