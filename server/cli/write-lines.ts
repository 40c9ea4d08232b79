import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const linesAtOnce = 200

async function* inChunks(lines: AsyncIterable<string>, onLine: () => void): AsyncGenerator<string> {
  let chunk: string[] = []
  for await (const line of lines) {
    chunk.push(line)
    onLine()
    if (chunk.length < linesAtOnce) continue
    yield chunk.join('')
    chunk = []
  }
  if (chunk.length > 0) yield chunk.join('')
}

/** Writes lines as fast as the reader accepts them; returns how many. */
export async function writeLines(
  lines: AsyncIterable<string>,
  sink: NodeJS.WritableStream,
  { end }: { readonly end: boolean },
): Promise<number> {
  let written = 0
  const chunks = inChunks(lines, () => {
    written += 1
  })
  await pipeline(Readable.from(chunks, { highWaterMark: 2 }), sink, { end })
  return written
}
