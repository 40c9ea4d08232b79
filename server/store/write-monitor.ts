import { setTimeout as pause } from 'node:timers/promises'
import { StoreError } from './store-error.ts'

/** Milliseconds after which a test that succeeded proves nothing any more. */
const provenFor = 60_000
/** Milliseconds between two tests, however often they are asked for. */
const betweenTests = 1_000
/** How long a caller waits for a running test; it then gets the previous result. */
const patience = 1_500
/** A test that takes longer than this is itself the fault. */
const longestTest = 10_000

export type WriteMonitor = {
  /** Notes how a write ends. */
  watch<Output>(write: Promise<Output>): Promise<Output>
  /** Why writing fails now; null while it works. Tests it where that is in doubt. */
  fault(): Promise<StoreError | null>
}

export type WriteMonitorOptions = {
  /** A write that is as durable as any other and changes nothing that is read. */
  readonly test: () => Promise<unknown>
  /** Whether something shows that writes would fail before one does. */
  readonly isSuspect: () => boolean
}

/** Whether a failed write says that others fail too; one that had to wait too long, or broke a rule, does not. */
const isOfStorage = (error: unknown): error is StoreError =>
  error instanceof StoreError && error.cause !== 'busy' && error.cause !== 'rejected'

const stuck = () =>
  new StoreError('unreachable', 'ETIMEDOUT', `no write has finished for ${longestTest / 1000} seconds`)

/** Watches the fate of all writes; where they work, it tests them once a minute at most. */
export function createWriteMonitor({ test: write, isSuspect }: WriteMonitorOptions): WriteMonitor {
  let known: StoreError | null = null
  let provenAt = performance.now()
  let test = { startedAt: Number.NEGATIVE_INFINITY, ended: Promise.resolve(), isOpen: false }
  const watch: WriteMonitor['watch'] = (written) =>
    written.catch((error: unknown) => {
      if (isOfStorage(error)) known = error
      throw error
    })
  const testWriting = async () => {
    try {
      await write()
      known = null
      provenAt = performance.now()
    } catch (error) {
      if (isOfStorage(error)) known = error
    } finally {
      test.isOpen = false
    }
  }
  const isDoubtful = () => known !== null || performance.now() - provenAt > provenFor || isSuspect()
  return {
    watch,
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
