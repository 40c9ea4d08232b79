import { write, writeSync } from 'node:fs'

/** Where the lines of a log go. */
export type LogOutput = AsyncDisposable & {
  /** Accepts a line with its newline; it is soon written together with others. */
  write(line: string): void
}

const flushAfterMs = 100
const flushAtLength = 64 * 1024
/** A pipe holds 64 KiB, so this bounds what a reader can receive in a second. */
const retryAfterMs = 10
/** Limit of buffered lines while the reader is stalled; further lines are dropped and counted. */
const mostWaiting = 4 * 1024 * 1024
/** How long a stop waits for the reader. */
const patienceMs = 1_000

/**
 * Batches lines, so that no request pays for a system call, and never blocks on the reader. pino's own destination
 * wakes an idle process regularly, and blocks when its reader is slow.
 */
export function createLogOutput(fd: number): LogOutput {
  const waiting = createWaitingLines()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | null = null
  let isClosed = false

  async function writeAll(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length && !isClosed; ) {
      const written = await writeSome(fd, bytes, at)
      if (written === 'gone') isClosed = true
      else if (written === 0) await pause()
      else at += written
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll(waiting.take()).finally(() => {
      writing = null
      if (waiting.length) schedule()
    })
    return writing
  }

  function schedule(): void {
    if (writing) return
    if (waiting.length >= flushAtLength) void flush()
    else timer ??= setTimeout(flush, flushAfterMs).unref()
  }

  /** A crash ends here. */
  const flushAtExit = () => {
    if (!isClosed && !writing && waiting.length) writeAtOnce(fd, waiting.take())
  }
  process.on('exit', flushAtExit)

  return {
    write: (line) => {
      if (isClosed) return
      waiting.add(line)
      schedule()
    },
    [Symbol.asyncDispose]: async () => {
      const giveUp = setTimeout(() => (isClosed = true), patienceMs)
      while ((waiting.length || writing) && !isClosed) await flush()
      clearTimeout(giveUp)
      isClosed = true
      process.off('exit', flushAtExit)
    },
  }
}

/** Lines until they are written; those that find no room are counted, and the count comes before the next lines. */
function createWaitingLines() {
  let lines = ''
  let dropped = 0
  return {
    get length() {
      return lines.length
    },
    add(line: string): void {
      if (lines.length + line.length > mostWaiting) dropped += 1
      else lines += line
    },
    take(): Buffer {
      const taken = dropped ? `${droppedLine(dropped)}${lines}` : lines
      lines = ''
      dropped = 0
      return Buffer.from(taken)
    },
  }
}

const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, retryAfterMs))

const droppedLine = (lines: number) =>
  `${JSON.stringify({ level: 40, time: Date.now(), lines, msg: 'log lines were dropped: the reader is too slow' })}\n`

/** A full pipe or disk: it may have space again. */
const isFull = (error: unknown) => ['EAGAIN', 'ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

const writeSome = (fd: number, bytes: Buffer, at: number) =>
  new Promise<number | 'gone'>((resolve) =>
    write(fd, bytes, at, (error, written) => {
      if (!error) resolve(written)
      else resolve(isFull(error) ? 0 : 'gone')
    }),
  )

const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

function writeAtOnce(fd: number, bytes: Buffer): void {
  for (let at = 0, tries = 0; at < bytes.length && tries < 20; )
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      if (!isFull(error)) return
      tries += 1
      sleep(10)
    }
}
