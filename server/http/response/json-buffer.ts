/** Collects the text of a response, to be taken as UTF-8. */
export type JsonBuffer = {
  add(text: string): void
  /** Adds a string as JSON; a long one that repeats (an icon) is escaped and encoded once, and copied from then on. */
  addString(value: string): void
  /** About how many bytes are there to be taken; never more than there are. */
  size(): number
  /** What was added since the last time, as one chunk. */
  take(): Buffer
}

const longText = 256

type Part = string | Buffer

function join(parts: readonly Part[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((size, part) => size + Buffer.byteLength(part), 0))
  let used = 0
  for (const part of parts) used += typeof part === 'string' ? bytes.write(part, used) : part.copy(bytes, used)
  return bytes
}

export function createJsonBuffer(): JsonBuffer {
  const known = new Map<string, Buffer>()
  let parts: Part[] = []
  let text = ''
  let size = 0
  const encodedOnce = (value: string): Buffer => {
    const encoded = known.get(value) ?? Buffer.from(JSON.stringify(value))
    known.set(value, encoded)
    return encoded
  }
  const add = (part: Part) => {
    parts.push(part)
    size += part.length
  }
  return {
    add: (more) => {
      text += more
    },
    addString: (value) => {
      if (value.length < longText) {
        text += JSON.stringify(value)
        return
      }
      add(text)
      add(encodedOnce(value))
      text = ''
    },
    size: () => size + text.length,
    take: () => {
      const bytes = join([...parts, text])
      parts = []
      text = ''
      size = 0
      return bytes
    },
  }
}
