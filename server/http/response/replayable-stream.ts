import { Readable } from 'node:stream'

/** Bytes that are made as they are asked for, and kept for whoever asks next. */
export type Gathering = {
  /** How many there are, once that is known. */
  size(): number | null
  /** All of them from the first on, as fast as they are made and the reader takes them. */
  stream(): Readable
}

/** Keeps what the source gives; however many read, each piece is made once, and none before the first reader wants it. */
export function gather(source: AsyncIterable<Buffer>, onFailure = () => {}): Gathering {
  const pieces: Buffer[] = []
  const rest = source[Symbol.asyncIterator]()
  let isWhole = false
  let making: Promise<void> | null = null

  async function make(): Promise<void> {
    const { done, value } = await rest.next().catch((error) => {
      onFailure()
      throw error
    })
    if (done) isWhole = true
    else pieces.push(value)
    making = null
  }

  async function* read(): AsyncGenerator<Buffer> {
    for (let at = 0; ; at += 1) {
      while (at === pieces.length && !isWhole) {
        making ??= make()
        await making
      }
      if (at === pieces.length) return
      yield pieces[at] as Buffer
    }
  }

  return {
    size: () => (isWhole ? pieces.reduce((size, { length }) => size + length, 0) : null),
    stream: () => Readable.from(read(), { objectMode: false }),
  }
}
