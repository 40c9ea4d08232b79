import { pipeline, type Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { createReplayableStream, type ReplayableStream } from './replayable-stream.ts'

export type ContentEncoding = 'zstd' | 'br' | 'gzip'

const compressors: Readonly<Record<ContentEncoding, () => Transform>> = {
  zstd: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip(),
}

/** Compresses a whole body at once, a stream while it grows. `onFailure` is called when that fails. */
export function compress(
  plain: Buffer | ReplayableStream,
  encoding: ContentEncoding,
  onFailure: () => void,
): Promise<Buffer> | ReplayableStream {
  const source = Buffer.isBuffer(plain) ? [plain] : plain.stream()
  const compressed = pipeline(source, compressors[encoding](), () => {}) // errors reach the reader
  if (!Buffer.isBuffer(plain)) return createReplayableStream(compressed, onFailure)
  const whole = buffer(compressed)
  whole.catch(onFailure)
  return whole
}

const accepted = (header: string, encoding: ContentEncoding) =>
  header.split(',').some((entry) => {
    const [name, quality] = entry.split(/\s*;\s*q=/i)
    return name?.trim().toLowerCase() === encoding && Number(quality ?? 1) > 0
  })

const negotiated = new LRUCache<string, ContentEncoding | 'none'>({ max: 64 })

/** The best content encoding that an Accept-Encoding header allows, if any. */
export function negotiate(header: string | undefined): ContentEncoding | null {
  if (!header) return null
  const best =
    negotiated.get(header) ?? (['zstd', 'br', 'gzip'] as const).find((name) => accepted(header, name)) ?? 'none'
  negotiated.set(header, best)
  return best === 'none' ? null : best
}
