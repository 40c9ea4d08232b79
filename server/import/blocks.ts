import { isUtf8 } from 'node:buffer'
import { unpacked } from './gunzip.ts'

/** Longer lines are refused instead of being held in memory. */
export const longestLine = 1024 * 1024
const newline = 0x0a
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Complete lines of a file. Unreadable lines are listed by their index in the block, with the reason. */
export type Block = { readonly text: string; readonly faults: ReadonlyMap<number, string> }

const noFaults: ReadonlyMap<number, string> = new Map()

function blockOf(bytes: Buffer): Block {
  const text = bytes.toString('utf8')
  return { text, faults: isUtf8(bytes) ? noFaults : damagedLines(bytes) }
}

function damagedLines(bytes: Buffer): Map<number, string> {
  const faults = new Map<number, string>()
  for (let start = 0, line = 0; start < bytes.length; line += 1) {
    const found = bytes.indexOf(newline, start)
    const end = found === -1 ? bytes.length : found
    if (!isUtf8(bytes.subarray(start, end))) faults.set(line, 'the line is not valid UTF-8; save the file as UTF-8')
    start = end + 1
  }
  return faults
}

const tooLong = (head: Buffer): Block => ({
  text: `${head.toString('utf8', 0, 200)}…\n`,
  faults: new Map([[0, `the line is longer than ${longestLine / 1024 / 1024} MiB`]]),
})

/** Splits bytes into blocks that end at a line break; buffers at most one line. */
function createCutter({ faultOfOpenLine }: ReadOptions) {
  let held: Buffer[] = []
  let heldBytes = 0
  let skipping = false

  const hold = (bytes: Buffer): Block[] => {
    held.push(bytes)
    heldBytes += bytes.length
    if (heldBytes <= longestLine) return []
    const head = held[0] as Buffer
    held = []
    heldBytes = 0
    skipping = true
    return [tooLong(head)]
  }
  const release = (bytes: Buffer): Block[] => {
    const whole = held.length ? Buffer.concat([...held, bytes]) : bytes
    held = []
    heldBytes = 0
    return whole.length ? [blockOf(whole)] : []
  }
  const cut = (bytes: Buffer): Block[] => {
    const end = bytes.lastIndexOf(newline) + 1
    return end ? [...release(bytes.subarray(0, end)), ...hold(bytes.subarray(end))] : hold(bytes)
  }
  const skip = (bytes: Buffer): Block[] => {
    const end = bytes.indexOf(newline) + 1
    if (!end) return []
    skipping = false
    return cut(bytes.subarray(end))
  }
  const end = (): Block[] => {
    const last = release(Buffer.alloc(0))
    return faultOfOpenLine ? last.map(({ text }) => ({ text, faults: new Map([[0, faultOfOpenLine]]) })) : last
  }
  return { add: (bytes: Buffer) => (skipping ? skip(bytes) : cut(bytes)), end }
}

type ReadOptions = {
  /** Why a last line without a line break is refused; null accepts such a line. */
  readonly faultOfOpenLine?: string | undefined
}

/**
 * Reads any amount of bytes, plain or gzip, in blocks. Throws what `gzipFault` explains if the gzip data is damaged.
 */
export async function* readBlocks(bytes: AsyncIterable<Buffer>, options: ReadOptions = {}): AsyncGenerator<Block> {
  const cutter = createCutter(options)
  let first = true
  for await (const chunk of unpacked(bytes)) {
    const start = first && chunk.subarray(0, 3).equals(byteOrderMark) ? 3 : 0
    first = false
    yield* cutter.add(chunk.subarray(start))
  }
  yield* cutter.end()
}
