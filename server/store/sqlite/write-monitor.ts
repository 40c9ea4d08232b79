import { accessSync, constants, statfsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { StoreError } from '../store-error.ts'
import type { WriterThread } from './writer-thread.ts'

/** Milliseconds after which a test that succeeded proves nothing any more. */
const provenFor = 60_000
/** Milliseconds between two tests, however often they are asked for. */
const betweenTests = 1_000
/** How long a caller waits for a running test; it then gets the previous result. */
const patience = 1_500
/** A test that takes longer than this is itself the fault. */
const longestTest = 10_000
/** Bytes; with less room a write may fail. */
const leastRoom = 2 ** 20

export type WriteMonitor = Pick<WriterThread, 'run'> & {
  /** Why writing fails now; null while it works. Writes a small row itself where that is in doubt. */
  fault(): Promise<StoreError | null>
}

/** Whether a failed write says that others fail too; one that had to wait too long, or broke a rule, does not. */
const isOfStorage = (error: unknown): error is StoreError =>
  error instanceof StoreError && error.cause !== 'busy' && error.cause !== 'rejected'

const stuck = () =>
  new StoreError('unreachable', 'ETIMEDOUT', `no write has finished for ${longestTest / 1000} seconds`)

/** Watches the fate of all writes to a folder; where they work, it tests them once a minute at most. */
export function createWriteMonitor(writer: WriterThread, dataDir: string): WriteMonitor {
  let known: StoreError | null = null
  let provenAt = performance.now()
  let test = { startedAt: Number.NEGATIVE_INFINITY, ended: Promise.resolve(), isOpen: false }
  const run: WriteMonitor['run'] = (name, input) =>
    writer.run(name, input).catch((error: unknown) => {
      if (isOfStorage(error)) known = error
      throw error
    })
  const testWriting = async () => {
    try {
      await writer.run('testWriting', { at: Date.now() })
      known = null
      provenAt = performance.now()
    } catch (error) {
      if (isOfStorage(error)) known = error
    } finally {
      test.isOpen = false
    }
  }
  const isDoubtful = () => known !== null || performance.now() - provenAt > provenFor || looksUnwritable(dataDir)
  return {
    run,
    async fault() {
      const age = () => performance.now() - test.startedAt
      if (!test.isOpen && age() > betweenTests && isDoubtful()) {
        test = { startedAt: performance.now(), ended: Promise.resolve(), isOpen: true }
        test.ended = testWriting()
      }
      if (test.isOpen) await Promise.race([test.ended, pause(patience, undefined, { ref: false })])
      return test.isOpen && age() > longestTest ? stuck() : known
    },
  }
}

/** A folder that became read-only or full shows it before a write fails. */
function looksUnwritable(dataDir: string): boolean {
  try {
    accessSync(dataDir, constants.W_OK)
    const { bavail, bsize } = statfsSync(dataDir)
    return bavail * bsize < leastRoom
  } catch {
    return true
  }
}
