import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DataFolderError } from '../platform/data-folder-error.ts'
import type { AuditLink } from '../store/inspection.ts'
import type { AuditSlice, Store } from '../store/store.ts'
import { chainStart } from './chain.ts'
import { type ChainFault, wrongLink } from './verify-chain.ts'

/** Checked before the server listens. */
const tailLength = 1_000
/** So many are checked in a few milliseconds; between two slices the process does other things. */
const sliceLength = 250
const betweenSlices = 20

export type ChainWatch = Disposable & {
  /** The first record found so far that does not follow the one before it; null while all that were checked do. */
  fault(): ChainFault | null
  /** Whether the check stopped for another reason than damage, such as a disk that cannot be read; it is tried again. */
  isStopped(): boolean
  /** Settles once the whole audit of the start was checked, or the watch was ended. */
  readonly done: Promise<void>
}

type Parts = {
  readonly store: Pick<Store, 'auditHead' | 'auditSlice'>
  readonly log: Logger
  /** Called with the damage that the watch found, each time it finds some. */
  readonly onFault?: (fault: ChainFault) => void
  /** After how many milliseconds a check that stopped is tried again. */
  readonly retryAfter?: number
}
type Range = { readonly after: bigint; readonly upTo: bigint }

/** Checks the last records of the audit before it answers, and those before them in slices, while the server serves. */
export async function watchChain({ store, log, onFault, retryAfter = 10_000 }: Parts): Promise<ChainWatch> {
  const stop = new AbortController()
  const head = BigInt((await store.auditHead())?.sequence ?? 0)
  const tail = head > tailLength ? head - BigInt(tailLength) : 0n
  let fault = await firstFault(store, { after: tail, upTo: head })
  const tell = () => {
    if (!fault) return
    log.error({ sequence: fault.sequence, reason: fault.reason }, brokenChain)
    onFault?.(fault)
  }
  tell()
  let isStopped = false
  const checkRest = async () => {
    fault = (await firstFault(store, { after: 0n, upTo: tail }, stop.signal)) ?? fault
    isStopped = false
    tell()
  }
  const bearFailure = async (error: unknown) => {
    if (!isStopped) log.error({ err: error }, stoppedCheck)
    isStopped = true
    await pause(retryAfter, undefined, { signal: stop.signal, ref: false }).catch(() => {})
  }
  const checkUntilDone = async () => {
    while (!stop.signal.aborted)
      try {
        return await checkRest()
      } catch (error) {
        if (!stop.signal.aborted) await bearFailure(error)
      }
  }
  const done = fault || tail === 0n ? Promise.resolve() : checkUntilDone()
  return { fault: () => fault, isStopped: () => isStopped, done, [Symbol.dispose]: () => stop.abort() }
}

const brokenChain =
  'the audit is damaged: a record was changed, removed or inserted outside Strongroom; keep a copy of the data as evidence, ' +
  'run "strongroom audit verify", and restore the latest backup'

const stoppedCheck = 'the audit check did not finish: the server is not ready until it succeeds; it is retried'

const unreadable = 'it or a record shortly after it cannot be read: a database page is damaged'

/** null when a damaged page stands in the way. */
async function readSlice(store: Parts['store'], slice: AuditSlice): Promise<readonly AuditLink[] | null> {
  try {
    return await store.auditSlice(slice)
  } catch (error) {
    if (error instanceof DataFolderError) return null
    throw error
  }
}

async function firstFault(
  store: Parts['store'],
  { after, upTo }: Range,
  signal?: AbortSignal,
): Promise<ChainFault | null> {
  let before: { sequence: string; hash: string } | null = after === 0n ? { sequence: '0', hash: chainStart } : null
  for (let at = after; at < upTo; at = BigInt(before?.sequence ?? at)) {
    if (signal) await pause(betweenSlices, undefined, { signal, ref: false })
    const limit = upTo - at < sliceLength ? Number(upTo - at) : sliceLength
    const links = await readSlice(store, { after: `${at}`, limit })
    if (!links) return { about: 'record', sequence: `${at + 1n}`, reason: unreadable }
    for (const link of links) {
      before ??= { sequence: `${after}`, hash: link.previous ?? chainStart }
      const reason = wrongLink(link, before)
      if (reason) return { about: 'record', sequence: link.sequence, reason }
      before = link
    }
    if (links.length === 0) return { about: 'record', sequence: `${at + 1n}`, reason: 'it is missing' }
  }
  return null
}
