/** Gathers the text of an answer, then writes it as UTF-8 in one piece. */
export type ByteSink = {
  add(text: string): void
  /** Adds a string as JSON; a long one that repeats (an icon) is escaped and encoded once, and copied from then on. */
  addString(value: string): void
  bytes(): Buffer
}

const longText = 256

type Part = string | Buffer

function join(parts: readonly Part[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((size, part) => size + Buffer.byteLength(part), 0))
  let used = 0
  for (const part of parts) used += typeof part === 'string' ? bytes.write(part, used) : part.copy(bytes, used)
  return bytes
}

export function createByteSink(): ByteSink {
  const parts: Part[] = []
  const known = new Map<string, Buffer>()
  let text = ''
  const encodedOnce = (value: string): Buffer => {
    const encoded = known.get(value) ?? Buffer.from(JSON.stringify(value))
    known.set(value, encoded)
    return encoded
  }
  return {
    add(more) {
      text += more
    },
    addString(value) {
      if (value.length < longText) {
        text += JSON.stringify(value)
        return
      }
      parts.push(text, encodedOnce(value))
      text = ''
    },
    bytes: () => join([...parts, text]),
  }
}
