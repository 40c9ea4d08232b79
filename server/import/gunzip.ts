import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

const chunkSize = 64 * 1024

const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b

/** Bytes after a zero byte that follows gzip data: zlib treats it as padding and stops reading. */
class TrailingBytes extends Error {}

/** Why bytes cannot be decompressed, as a reason to refuse the rest of the file; null for any other error. */
export function gzipFault(error: unknown): string | null {
  const { code } = error as { code?: unknown }
  if (code === 'Z_BUF_ERROR') return 'the gzip data is truncated; get the complete file and import it again'
  if (error instanceof TrailingBytes)
    return 'the gzip data is followed by other bytes, so the file is damaged; get the file again and import it'
  if (code === 'Z_DATA_ERROR') return 'the gzip data is damaged; get the file again and import it'
  return null
}

/** At least the first three bytes, if there are that many: enough to detect gzip and a byte order mark. */
async function headOf(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0)
  while (head.length < 3) {
    const { done, value } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  return head
}

/** Reads gzip to its end to verify its checksum; null for intact gzip and for other bytes. */
export async function faultOfGzip(bytes: AsyncIterable<Buffer>, signal: AbortSignal): Promise<string | null> {
  const watched = (async function* () {
    let isPacked: boolean | null = null
    for await (const chunk of bytes) {
      isPacked ??= isGzip(chunk)
      if (!isPacked || signal.aborted) return
      yield chunk
    }
  })()
  try {
    for await (const _ of unpacked(watched)) if (signal.aborted) break
    return null
  } catch (error) {
    const fault = gzipFault(error)
    if (fault === null) throw error
    return signal.aborted ? null : fault
  }
}

/** The bytes, decompressed as a stream if they are gzip, with bounded memory. */
export async function* unpacked(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const rest = bytes[Symbol.asyncIterator]()
  const head = await headOf(rest)
  let given = head.length
  const whole = (async function* () {
    try {
      if (head.length) yield head
      for await (const chunk of { [Symbol.asyncIterator]: () => rest }) {
        given += chunk.length
        yield chunk
      }
    } finally {
      // A reader who stops at the head has not begun to iterate the rest, which would stay open.
      await rest.return?.()
    }
  })()
  if (!isGzip(head)) return yield* whole
  const gunzip = createGunzip({ chunkSize })
  // Pipeline errors are thrown to the reader of its end.
  pipeline(Readable.from(whole), gunzip).catch(() => {})
  yield* gunzip as AsyncIterable<Buffer>
  if (gunzip.bytesWritten < given) throw new TrailingBytes()
}
