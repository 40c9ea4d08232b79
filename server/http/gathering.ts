import { Readable } from 'node:stream'

/** Bytes that may still be in the making, kept for whoever asks. */
export type Gathering = {
  /** How many there are, once that is known. */
  size(): number | null
  /** All of them from the first on, as fast as they are made or the reader takes them. */
  stream(): Readable
}

/** Starts to make what the source gives, whether or not somebody reads. `onFailure` is called if it breaks off. */
export function gather(source: AsyncIterable<Buffer>, onFailure = () => {}): Gathering {
  const pieces: Buffer[] = []
  let isWhole = false
  let more = Promise.withResolvers<void>()

  async function make(): Promise<void> {
    for await (const piece of source) {
      pieces.push(piece)
      more.resolve()
      more = Promise.withResolvers()
    }
    isWhole = true
    more.resolve()
  }

  async function* read(): AsyncGenerator<Buffer> {
    for (let at = 0; ; at += 1) {
      while (at === pieces.length && !isWhole) await more.promise
      if (at === pieces.length) return
      yield pieces[at] as Buffer
    }
  }

  make().catch((error) => {
    onFailure()
    more.promise.catch(() => {}) // perhaps nobody reads
    more.reject(error)
  })
  return {
    size: () => (isWhole ? pieces.reduce((size, { length }) => size + length, 0) : null),
    stream: () => Readable.from(read(), { objectMode: false }),
  }
}
