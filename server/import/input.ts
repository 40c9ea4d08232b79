import { createReadStream } from 'node:fs'

/** Standard input, where a file is named. */
export const standardInput = '-'

/** Something that is imported. It is opened twice: to tell what it holds, and to read it. */
export type Input = {
  /** A path, or `-`. */
  readonly name: string
  /** null for standard input, whose end is not known. */
  readonly size: number | null
  open(): AsyncIterable<Buffer>
  /** Ends reading; what waits for more bytes is told that there are none. */
  close(): void
}

const chunkSize = 64 * 1024

/** What the first look at standard input may take: it is held until the reading begins. */
const mostHeld = 8 * 1024 * 1024

export const fileInput = (name: string, size: number): Input => ({
  name,
  size,
  open: () => createReadStream(name, { highWaterMark: chunkSize }),
  close() {},
})

/** A stream that can be read only once: what the first look took is held for the reading. */
export function streamInput(name: string, stream: NodeJS.ReadableStream & { destroy(): unknown }): Input {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const held: Buffer[] = []
  let pulling: Promise<boolean> | null = null
  let isLookedAt = false

  /** Adds one more chunk to those held; false at the end. Never two at a time, so that none overtakes another. */
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
