import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'

export type Encoding = 'zstd' | 'br' | 'gzip' | 'identity'

/** The bytes of an answer, kept as long as the value they show; each encoding is made once, whoever asks first. */
export type KeptAnswer = {
  readonly etag: string
  readonly bytes: (encoding: Encoding) => Buffer | Promise<Buffer>
}

const compress: Readonly<Record<Exclude<Encoding, 'identity'>, (plain: Buffer) => Promise<Buffer>>> = {
  zstd: (plain) => promisify(zstdCompress)(plain, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (plain) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (plain) => promisify(gzip)(plain),
}

const thisProcess = randomBytes(6).toString('base64url')
let answers = 0

/** Weak, because every encoding of the answer shares it; unique to this process, so a restart only costs one full answer. */
const nextEtag = () => `W/"${thisProcess}-${(answers++).toString(36)}"`

function keep(plain: Buffer): KeptAnswer {
  const made = new Map<Encoding, Buffer | Promise<Buffer>>([['identity', plain]])
  const bytes = (encoding: Encoding): Buffer | Promise<Buffer> => {
    const known = made.get(encoding)
    if (known || encoding === 'identity') return known ?? plain
    const making = compress[encoding](plain)
    made.set(encoding, making)
    making.then(
      (buffer) => made.set(encoding, buffer),
      () => made.delete(encoding),
    )
    return making
  }
  return { etag: nextEtag(), bytes }
}

/** Keeps one answer per value object; a changed value is another object and gets a new answer. */
export function createAnswerKeeper(encode: (value: object) => Buffer): (value: object) => KeptAnswer {
  const kept = new WeakMap<object, KeptAnswer>()
  return (value) => {
    const answer = kept.get(value) ?? keep(encode(value))
    kept.set(value, answer)
    return answer
  }
}

/** Whether an If-None-Match header names the answer; weakly compared, since every encoding shares the tag. */
export const isCurrent = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => ['*', etag, etag.slice(2)].includes(tag.trim())) ?? false

const accepted = (header: string, encoding: string) =>
  header.split(',').some((entry) => {
    const [name, quality] = entry.split(/\s*;\s*q=/i)
    return name?.trim().toLowerCase() === encoding && Number(quality ?? 1) > 0
  })

/** The best encoding that an Accept-Encoding header allows. */
export function negotiate(header: string | undefined): Encoding {
  if (!header) return 'identity'
  return (['zstd', 'br', 'gzip'] as const).find((encoding) => accepted(header, encoding)) ?? 'identity'
}
