import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { err, ok } from '../../../shared/result.ts'
import { replaceAnchor } from '../anchor-file.ts'
import { StoreError } from '../store-error.ts'
import { resolutions } from '../unknown-outcomes.ts'
import type { Erased } from '../writes.ts'
import { anchorHead, bringUpAnchor } from './anchor.ts'
import { openDatabase } from './connection.ts'
import { transact } from './transact.ts'
import { transactTogether, type Written } from './transact-together.ts'
import { transactUntilDecided } from './until-decided.ts'
import type { WriterAnswer, WriterRequest, WriterSettings, WriterWarning } from './writer-protocol.ts'
import { headOf, markCommit } from './writes/append-audit.ts'
import { type WriterTask, writes } from './writes/table.ts'

/** The one thread that owns the write connection of this process. */
const { file, anchorFile } = workerData as WriterSettings
const port = parentPort as MessagePort
const db = openDatabase(file, { readonly: false })
// What a savepoint would bring back are whole pages; by default SQLite writes them to a file in the system's temporary folder.
db.pragma('temp_store = MEMORY')
/** The record that the anchor is known to name; another process may have committed since. */
let anchored: bigint | null = null

const workOf = ({ name, input }: WriterRequest) => {
  const write = writes[name] as (connection: typeof db, request: unknown) => unknown
  return () => write(db, input)
}

function writeAlone(request: WriterRequest): Written {
  const { name } = request
  try {
    const output = transactionOf(name)(db, () => {
      // A new file takes room, which a full disk may lack while the write-ahead log still has some.
      if (name === 'testWriting') replaceAnchor(anchorFile, headOf(db))
      return recorded(workOf(request))
    })
    return ok(output)
  } catch (error) {
    // Anything else means that a transaction could not even be rolled back: this connection is not to be trusted further.
    if (!(error instanceof StoreError)) throw error
    return err(error)
  }
}

const transactionOf = (name: WriterTask) => (isRepeated(name) ? transactUntilDecided : transact)

const isRepeated = (name: WriterTask) => name !== 'testWriting' && resolutions[name] === 'repeated'

/**
 * Whether a write may share a COMMIT with others: one whose outcome the request finds when the answer to it is lost. One
 * that the store repeats must know what it alone did.
 */
const mayShare = ({ name }: WriterRequest) => name !== 'testWriting' && !isRepeated(name)

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
    port.postMessage({ warning } satisfies WriterWarning)
  }
}

let hasOldCopies = false

const hasErased = (erased: Erased): boolean => Object.values(erased).some((count) => count > 0)

/** Older copies of erased rows may stand in the WAL; it is checkpointed into the database and truncated once no reader uses it. */
function cutWal({ name }: WriterRequest, written: Written | undefined): void {
  if (name === 'eraseExpired' && written?.ok && hasErased(written.value as Erased)) hasOldCopies = true
  if (!hasOldCopies) return
  try {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: bigint }[]
    hasOldCopies = result?.busy !== 0n
  } catch {
    // Tried again after the next write.
  }
}

const answerOf = ({ id }: WriterRequest, written: Written): WriterAnswer => {
  if (written.ok) return { id, ok: true, output: written.value }
  const { cause, detail, message } = written.error
  return { id, ok: false, cause, detail, message }
}

/** Does what was asked, in one commit, and answers once that and its anchor are durable. */
function serve(requests: readonly [WriterRequest, ...WriterRequest[]]): void {
  const [first] = requests
  const written =
    requests.length === 1 ? [writeAlone(first)] : transactTogether(db, requests.map(workOf), (run) => recorded(run))
  anchor()
  cutWal(first, written[0])
  const answers = requests.map((request, place) => answerOf(request, written[place] as Written))
  port.postMessage(answers)
}

/** As many writes as connections may wait at once; together they take a few milliseconds. */
const mostTogether = 64

type Message = WriterRequest | 'close'

const nextWaiting = (): Message | undefined => receiveMessageOnPort(port)?.message

/** Writes that may share a commit and wait already do so; all are done in the order in which they were asked. */
port.on('message', (message: Message) => {
  let next: Message | undefined = message
  while (next && next !== 'close') {
    const group: [WriterRequest, ...WriterRequest[]] = [next]
    next = nextWaiting()
    while (next && next !== 'close' && mayShare(group[0]) && mayShare(next) && group.length < mostTogether) {
      group.push(next)
      next = nextWaiting()
    }
    serve(group)
  }
  if (next !== 'close') return
  db.close()
  port.close()
})
