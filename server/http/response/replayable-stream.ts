import { Readable } from 'node:stream'

/** Bytes that are made on demand, and kept for later readers. */
export type ReplayableStream = {
  /** How many there are, once that is known. */
  size(): number | null
  /** All of them from the first on, as fast as they are made and the reader takes them. */
  stream(): Readable
}

/** Reads the source once for any number of readers; each chunk is made when the first of them asks for it. */
export function createReplayableStream(source: AsyncIterable<Buffer>, onFailure = () => {}): ReplayableStream {
  const chunks: Buffer[] = []
  const rest = source[Symbol.asyncIterator]()
  let isWhole = false
  let making: Promise<void> | null = null

  async function make(): Promise<void> {
    const { done, value } = await rest.next().catch((error) => {
      onFailure()
      throw error
    })
    if (done) isWhole = true
    else chunks.push(value)
    making = null
  }

  async function* read(): AsyncGenerator<Buffer> {
    for (let at = 0; ; at += 1) {
      while (at === chunks.length && !isWhole) {
        making ??= make()
        await making
      }
      if (at === chunks.length) return
      yield chunks[at] as Buffer
    }
  }

  return {
    size: () => (isWhole ? chunks.reduce((size, { length }) => size + length, 0) : null),
    stream: () => Readable.from(read(), { objectMode: false }),
  }
}
