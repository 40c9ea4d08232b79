import { parentPort, workerData } from 'node:worker_threads'
import type { StoreError } from '../store-error.ts'
import { writeAnchor } from './anchor.ts'
import { connect } from './connection.ts'
import { transact } from './transact.ts'
import type { WriterAnswer, WriterRequest, WriterSettings } from './writer-protocol.ts'
import { headOf } from './writes/append-audit.ts'
import { writes } from './writes/table.ts'

/** The one thread that owns the write connection of this process. */
const { file, anchorFile } = workerData as WriterSettings
const db = connect(file, { readonly: false })
let anchored = headOf(db).sequence

function answerTo({ id, name, input }: WriterRequest): WriterAnswer {
  try {
    const write = writes[name as keyof typeof writes] as (connection: typeof db, request: unknown) => unknown
    return { id, ok: true, output: transact(db, () => write(db, input)) }
  } catch (error) {
    const { outcome, sqliteCode, message } = error as StoreError
    return { id, ok: false, outcome, sqliteCode, message }
  }
}

/** The commit stands even when the anchor cannot be written: an anchor behind its database refuses nothing. */
function anchor(): void {
  const head = headOf(db)
  if (head.sequence === anchored) return
  try {
    writeAnchor(anchorFile, head)
    anchored = head.sequence
  } catch {
    // Tried again after the next commit.
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
  parentPort?.postMessage(answer)
})
