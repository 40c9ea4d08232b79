import { pipeline, type Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import { type Gathering, gather } from './replayable-stream.ts'

export type Packing = 'zstd' | 'br' | 'gzip'

const packers: Readonly<Record<Packing, () => Transform>> = {
  zstd: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip(),
}

/** What is whole is packed whole, what grows while it grows. `onFailure` is called if that breaks off. */
export function pack(plain: Buffer | Gathering, packing: Packing, onFailure: () => void): Promise<Buffer> | Gathering {
  const source = Buffer.isBuffer(plain) ? [plain] : plain.stream()
  const packed = pipeline(source, packers[packing](), () => {}) // errors reach whoever reads
  if (!Buffer.isBuffer(plain)) return gather(packed, onFailure)
  const whole = buffer(packed)
  whole.catch(onFailure)
  return whole
}

const accepted = (header: string, packing: Packing) =>
  header.split(',').some((entry) => {
    const [name, quality] = entry.split(/\s*;\s*q=/i)
    return name?.trim().toLowerCase() === packing && Number(quality ?? 1) > 0
  })

/** The best packing that an Accept-Encoding header allows, if any. */
export function negotiate(header: string | undefined): Packing | null {
  if (!header) return null
  return (['zstd', 'br', 'gzip'] as const).find((packing) => accepted(header, packing)) ?? null
}
