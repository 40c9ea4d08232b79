import { createReadStream } from 'node:fs'

/** Standard input, where a file is named. */
export const standardInput = '-'

/** An import source. It is opened twice: to detect its kind, and to read it. */
export type ImportInput = {
  /** A path, or `-`. */
  readonly name: string
  /** null for standard input, whose length is unknown. */
  readonly size: number | null
  open(): AsyncIterable<Buffer>
  /** Ends reading; pending reads see the end. */
  close(): void
}

const chunkSize = 64 * 1024

/** Limit of the bytes read from standard input to detect its kind; they are buffered for reading. */
const mostHeld = 8 * 1024 * 1024

export const fileInput = (name: string, size: number): ImportInput => ({
  name,
  size,
  open: () => createReadStream(name, { highWaterMark: chunkSize }),
  close() {},
})

/** A stream that can be read only once: the bytes read for detection are buffered. */
export function streamInput(name: string, stream: NodeJS.ReadableStream & { destroy(): unknown }): ImportInput {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const held: Buffer[] = []
  let pulling: Promise<boolean> | null = null
  let isLookedAt = false

  /** Buffers one more chunk; false at the end. Never two at a time, so that chunks stay in order. */
  const pull = () => {
    pulling ??= chunks.next().then(({ done, value }) => {
      pulling = null
      if (!done) held.push(Buffer.from(value))
      return !done
    })
    return pulling
  }
  async function* look() {
    let bytes = 0
    for (let place = 0; bytes < mostHeld; place += 1) {
      if (place === held.length && !(await pull())) return
      const chunk = held[place] as Buffer
      bytes += chunk.length
      yield chunk
    }
  }
  async function* read() {
    while (held.length || (await pull())) yield held.shift() as Buffer
  }
  return {
    name,
    size: null,
    open() {
      const isFirst = !isLookedAt
      isLookedAt = true
      return isFirst ? look() : read()
    },
    close: () => void stream.destroy(),
  }
}
