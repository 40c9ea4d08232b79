import type { PutCount } from '../store/import-writes.ts'
import type { RefusedLine } from './detect.ts'

const mostLines = 5_000
const mostCharacters = 8 * 1024 * 1024
/** One batch is written while the next waits, so that the writer is never idle. */
const mostInFlight = 2

type Put = (entries: readonly object[]) => Promise<PutCount>
/** A line that was imported with a warning. */
export type WarnedLine = { readonly line: number; readonly warning: string }

export type Settled = {
  readonly count: PutCount
  readonly refused: readonly RefusedLine[]
  readonly warned: readonly WarnedLine[]
}

type Batch = { entries: object[]; lines: number[]; raws: string[]; refused: RefusedLine[]; characters: number }
const emptyBatch = (): Batch => ({ entries: [], lines: [], raws: [], refused: [], characters: 0 })
const nothing: PutCount = { added: 0, changed: 0, unchanged: 0, refused: [] }

function refusedOf({ lines, raws, refused }: Batch, count: PutCount): RefusedLine[] {
  const byStore = count.refused.map(({ index, reason }) => ({
    line: lines[index] as number,
    reason,
    raw: raws[index] as string,
  }))
  return [...refused, ...byStore].sort((a, b) => a.line - b.line)
}

const warnedOf = ({ lines }: Batch, { warnings = [] }: PutCount): WarnedLine[] =>
  warnings.map(({ index, warning }) => ({ line: lines[index] as number, warning }))

/** Collects entries into batches and sends them; `settle` is called for each in file order. */
export function createBatches(put: Put, settle: (settled: Settled) => void) {
  let batch = emptyBatch()
  let sent: Promise<void>[] = []

  const send = () => {
    const full = batch
    batch = emptyBatch()
    const stored = full.entries.length ? put(full.entries) : Promise.resolve(nothing)
    const settled = Promise.all([stored, sent.at(-1)]).then(([count]) =>
      settle({ count, refused: refusedOf(full, count), warned: warnedOf(full, count) }),
    )
    // The next await sees a failure; until then it must not count as unhandled.
    settled.catch(() => {})
    sent.push(settled)
  }
  const weigh = (raw: string) => {
    batch.characters += raw.length
    if (batch.lines.length + batch.refused.length >= mostLines || batch.characters >= mostCharacters) send()
  }
  return {
    add(entry: object, line: number, raw: string) {
      batch.entries.push(entry)
      batch.lines.push(line)
      batch.raws.push(raw)
      weigh(raw)
    },
    refuse(reason: string, line: number, raw: string) {
      batch.refused.push({ line, reason, raw })
      weigh(raw)
    },
    /** Waits while too much is in flight. Throws what the store threw. */
    async flow() {
      while (sent.length > mostInFlight) await sent.shift()
    },
    async end() {
      send()
      await Promise.all(sent)
      sent = []
    },
  }
}
