/** Gathers the bytes of an answer. */
export type ByteSink = {
  /** Adds text as UTF-8. */
  add(text: string): void
  /** Adds a string as JSON; a long one that repeats (an icon) is escaped and encoded once and copied from then on. */
  addString(value: string): void
  bytes(): Buffer
}

const longText = 256
const [firstBlock, nextBlock] = [4 * 1024, 256 * 1024]
/** Of UTF-8, for each UTF-16 code unit. */
const mostBytes = 3

export function createByteSink(): ByteSink {
  const full: Buffer[] = []
  const known = new Map<string, Buffer>()
  let block = Buffer.allocUnsafe(firstBlock)
  let used = 0
  let waiting = ''

  const reserve = (size: number) => {
    if (used + size <= block.length) return
    full.push(block.subarray(0, used))
    block = Buffer.allocUnsafeSlow(Math.max(nextBlock, size))
    used = 0
  }
  const write = () => {
    reserve(waiting.length * mostBytes)
    used += block.write(waiting, used)
    waiting = ''
  }
  const encodedOnce = (value: string): Buffer => {
    const encoded = known.get(value) ?? Buffer.from(JSON.stringify(value))
    known.set(value, encoded)
    return encoded
  }
  return {
    add(text) {
      waiting += text
    },
    addString(value) {
      if (value.length < longText) {
        waiting += JSON.stringify(value)
        return
      }
      write()
      const encoded = encodedOnce(value)
      reserve(encoded.length)
      block.set(encoded, used)
      used += encoded.length
    },
    bytes() {
      write()
      return Buffer.concat([...full, block.subarray(0, used)])
    },
  }
}
