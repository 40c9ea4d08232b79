import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Store } from '../store/store.ts'
import { createBatches, type WarnedLine } from './batches.ts'
import { readBlocks } from './blocks.ts'
import { csvCells, jsonCells } from './cells.ts'
import { createCsvSource } from './csv.ts'
import { checkRows } from './declared-rows.ts'
import type { Content, Detected, RefusedLine } from './detect.ts'
import { faultOfGzip, gzipFault } from './gunzip.ts'
import { type ImportInput, standardInput } from './input.ts'
import { createJsonLineSource } from './json-lines.ts'
import type { ImportSettings, Reading } from './kind.ts'
import type { RowSink, RowSource } from './rows.ts'
import { type Counts, createTally, type Tally } from './tally.ts'

export type FileResult = Counts & {
  readonly file: string
  /** null if it could not be detected. */
  readonly kind: string | null
  /** File with the refused lines and their reasons. */
  readonly rejectedFile?: string
  /** Number of refused lines that belong to another block than the one stored at that height. */
  readonly otherBlocks?: number
  /** Number of lines imported with a warning, and the first 100 of them. */
  readonly warned?: number
  readonly warnings?: readonly WarnedLine[]
  /** Reading stopped before the end. */
  readonly interrupted?: true
}

export type FileImport = {
  readonly store: Store
  readonly input: ImportInput
  readonly settings: ImportSettings
  /** Stops reading; what was read is stored. */
  readonly signal: AbortSignal
  /** Called with the number of bytes read since the last call. */
  readonly onBytes: (bytes: number) => void
}

type Batches = ReturnType<typeof createBatches>
type Parts = { readonly reading: Reading<object>; readonly batches: Batches; readonly tally: Tally }

function sinkOf({ header, kind, first }: Content, { reading, batches, tally }: Parts): RowSink {
  const cellsOf = header ? csvCells(header) : jsonCells(kind.columns)
  return {
    row(row, line, raw) {
      if (header && line === first.line) return
      const cells = cellsOf(row, raw)
      if (typeof cells === 'string') return batches.refuse(cells, line, raw)
      const read = reading.read(cells)
      if (read === null) tally.skip()
      else if (typeof read === 'string') batches.refuse(read, line, raw)
      else batches.add(read, line, raw)
    },
    fault: batches.refuse,
  }
}

const sourceOf = ({ header }: Content, sink: RowSink): RowSource =>
  header ? createCsvSource(sink) : createJsonLineSource(sink)

const placesOf = ({ header, kind }: Content): ReadonlyMap<string, number> =>
  new Map((header ?? Object.keys(kind.columns)).map((name, place) => [name, place]))

const openLine =
  'the last line does not end with a line break, so it may be truncated and was not imported; import the complete file again; if it is complete, end it with a line break or add --last-line-complete'

async function* tapped(bytes: AsyncIterable<Buffer>, tap: (bytes: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    tap(chunk)
    yield chunk
  }
}

/** How reading ended: at the end of the file, with the SHA-256 of its bytes in hex, or earlier. */
type Ending = { readonly sha256: string } | 'interrupted'

async function readRows(request: FileImport, content: Content, parts: Parts): Promise<Ending> {
  const { input, settings, signal, onBytes } = request
  const { header, first } = content
  const rows = checkRows(sinkOf(content, parts), {
    format: header ? 'csv' : 'ndjson',
    headerLine: header && first.line,
    isRequired: settings.needsRowCount,
  })
  const source = sourceOf(content, rows)
  const hash = createHash('sha256')
  const bytes = tapped(input.open(), (chunk) => {
    hash.update(chunk)
    onBytes(chunk.length)
  })
  const faultOfOpenLine = settings.isLastLineComplete ? undefined : openLine
  try {
    for await (const block of readBlocks(bytes, { faultOfOpenLine })) {
      if (signal.aborted) break
      source.read(block)
      await parts.batches.flow()
    }
    if (signal.aborted) return 'interrupted'
    source.end()
    rows.end()
  } catch (error) {
    if (signal.aborted) return 'interrupted'
    const fault = gzipFault(error)
    if (fault === null) throw error
    rows.end(fault)
  }
  return { sha256: hash.digest('hex') }
}

async function importContent(request: FileImport, content: Content, tally: Tally): Promise<Ending | null> {
  const { store, input, settings, signal } = request
  // A stream cannot be read twice: if it is damaged, the lines before the damage are stored.
  const damage = input.size === null ? null : await faultOfGzip(input.open(), signal)
  const reading = damage ?? (await content.kind.open({ store, places: placesOf(content), settings }))
  if (typeof reading === 'string') {
    refuseFile(tally, { ...content.first, reason: reading })
    return null
  }
  const batches = createBatches(reading.put, tally.settle)
  // Also after a failed read: the lines read so far are stored before the file of refused lines is closed.
  const ending = await readRows(request, content, { reading, batches, tally }).finally(batches.end)
  const counts = Object.entries(tally.counts).map(([fate, lines]) => [fate, `${lines}`])
  const how = ending === 'interrupted' ? { interrupted: 'true' } : ending
  const file = input.name === standardInput ? 'standard input' : basename(input.name)
  const details = { file, ...how, kind: content.kind.name, ...Object.fromEntries(counts) }
  await store.recordAudit({ kind: 'data.imported', actor: settings.by.actor, at: Date.now(), details })
  return ending
}

/** Refuses the whole file, at the line with the reason. */
const refuseFile = (tally: Tally, { line, reason, raw }: RefusedLine): void =>
  tally.refuse([{ line, reason: `${reason}; nothing of this file was imported`, raw }])

/** Imports one file; a refused line does not stop the others. Throws what the store throws. */
export async function importFile(request: FileImport, detected: Detected): Promise<FileResult> {
  const { name } = request.input
  const tally = createTally(name)
  let isInterrupted = false
  let rejectedFile: string | null = null
  try {
    if (detected.kind === null) refuseFile(tally, detected.fault)
    else isInterrupted = (await importContent(request, detected, tally)) === 'interrupted'
  } finally {
    rejectedFile = tally.close()
  }
  return {
    file: name,
    kind: detected.kind?.name ?? null,
    ...tally.counts,
    ...(rejectedFile !== null && { rejectedFile }),
    ...(tally.otherBlocks() > 0 && { otherBlocks: tally.otherBlocks() }),
    ...(tally.warnings().warned > 0 && tally.warnings()),
    ...(isInterrupted && { interrupted: true }),
  }
}
