import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Store } from '../store/store.ts'
import { createBatches } from './batches.ts'
import { readBlocks } from './blocks.ts'
import { csvCells, jsonCells } from './cells.ts'
import { createCsvSource } from './csv.ts'
import type { Content, Detected, RefusedLine } from './detect.ts'
import { createJsonLineSource } from './json-lines.ts'
import type { ImportSettings, Reading } from './kind.ts'
import type { RowSink, RowSource } from './rows.ts'
import { type Counts, createTally, type Tally } from './tally.ts'

export type FileResult = Counts & {
  readonly file: string
  /** null when it could not be told. */
  readonly kind: string | null
  /** Where the refused lines are, with their reasons. */
  readonly rejectedFile?: string
}

export type FileImport = {
  readonly store: Store
  readonly file: string
  readonly settings: ImportSettings
  readonly actor: string
  /** Hears how many bytes more were read. */
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

/** Reads the file to its end; answers its SHA-256, hex. */
async function readLines({ file, onBytes }: FileImport, content: Content, parts: Parts): Promise<string> {
  const source = sourceOf(content, sinkOf(content, parts))
  const hash = createHash('sha256')
  const blocks = readBlocks(file, (bytes) => {
    hash.update(bytes)
    onBytes(bytes.length)
  })
  for await (const block of blocks) {
    source.read(block)
    await parts.batches.flow()
  }
  source.end()
  await parts.batches.end()
  return hash.digest('hex')
}

async function importContent(request: FileImport, content: Content, tally: Tally): Promise<void> {
  const { store, file, settings, actor } = request
  const reading = await content.kind.open({ store, places: placesOf(content), settings })
  if (typeof reading === 'string') return refuseFile(tally, { ...content.first, reason: reading })
  const batches = createBatches(reading.put, tally.settle)
  const sha256 = await readLines(request, content, { reading, batches, tally })
  const counts = Object.entries(tally.counts).map(([fate, lines]) => [fate, `${lines}`])
  const details = { file: basename(file), sha256, kind: content.kind.name, ...Object.fromEntries(counts) }
  await store.recordAudit({ kind: 'data.imported', actor, at: Date.now(), details })
}

/** Refuses a file as a whole, at the line that tells why. */
const refuseFile = (tally: Tally, { line, reason, raw }: RefusedLine): void =>
  tally.refuse([{ line, reason: `${reason}; nothing of this file was imported`, raw }])

/** Imports one file; lines that cannot be imported keep none of the others out. Throws what the store throws. */
export async function importFile(request: FileImport, detected: Detected): Promise<FileResult> {
  const tally = createTally(request.file)
  let rejectedFile: string | null = null
  try {
    if (detected.kind === null) refuseFile(tally, detected.fault)
    else await importContent(request, detected, tally)
  } finally {
    rejectedFile = tally.close()
  }
  return {
    file: request.file,
    kind: detected.kind?.name ?? null,
    ...tally.counts,
    ...(rejectedFile !== null && { rejectedFile }),
  }
}
