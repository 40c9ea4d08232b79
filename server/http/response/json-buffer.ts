/** Collects the text of a response, to be taken as UTF-8. */
export type JsonBuffer = {
  add(text: string): void
  /** Adds a string as JSON; a long one that repeats (an icon) is escaped and encoded once, and copied from then on. */
  addString(value: string): void
  /** Adds what is UTF-8 already. */
  addBytes(bytes: Buffer): void
  /** Whether there is enough for a chunk. */
  isFull(): boolean
  /** What was added since the last time, as one chunk. */
  take(): Buffer
}

const longText = 256

/** UTF-8 takes at most so many bytes for a UTF-16 unit. */
const mostBytes = 3

const leastRoom = 16 * 1024

/** `chunkBytes`: about how many bytes fill a chunk. */
export function createJsonBuffer(chunkBytes: number): JsonBuffer {
  const known = new Map<string, Buffer>()
  let bytes: Buffer = Buffer.alloc(0)
  let used = 0
  let text = ''
  let chunks = 0
  const encodedOnce = (value: string): Buffer => {
    const encoded = known.get(value) ?? Buffer.from(JSON.stringify(value))
    known.set(value, encoded)
    return encoded
  }
  const makeRoom = (more: number) => {
    if (used + more <= bytes.length) return
    const roomy = chunks === 0 ? leastRoom : chunkBytes + leastRoom
    const larger = Buffer.allocUnsafeSlow(Math.max(roomy, 2 * (used + more)))
    bytes.copy(larger, 0, 0, used)
    bytes = larger
  }
  const writeText = () => {
    makeRoom(text.length * mostBytes)
    used += bytes.write(text, used)
    text = ''
  }
  const addBytes = (more: Buffer) => {
    writeText()
    makeRoom(more.length)
    bytes.set(more, used)
    used += more.length
  }
  return {
    add: (more) => {
      text += more
    },
    addString: (value) => {
      if (value.length < longText) text += JSON.stringify(value)
      else addBytes(encodedOnce(value))
    },
    addBytes,
    isFull: () => used + text.length >= chunkBytes,
    take: () => {
      if (used > 0) writeText()
      const chunk = used === 0 ? Buffer.from(text) : exactly(bytes, used)
      bytes = Buffer.alloc(0)
      used = 0
      text = ''
      chunks += 1
      return chunk
    },
  }
}

/** A response may be cached for long, so it does not hold much more memory than its length. */
const exactly = (bytes: Buffer, used: number): Buffer =>
  used < bytes.length * 0.75 ? Buffer.from(bytes.subarray(0, used)) : bytes.subarray(0, used)
