/** Pixels of an image. */
export type Size = { readonly width: number; readonly height: number }

const latin1 = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const notPng = 'is not a PNG image, or its file is damaged'
const notWebp = 'is not a WebP image, or its file is damaged'
const animated = 'is animated, which icons may not be'

const pngSignature = '\x89PNG\r\n\x1a\n'
/** Where the first chunk's data begins: after the signature, the chunk's length and its type. */
const pngHeader = 16

/** The size of a PNG by its header chunk; a text is why the image is refused. */
export function pngSize(bytes: Uint8Array): Size | string {
  const isPng = latin1(bytes, 0, 8) === pngSignature && latin1(bytes, 12, 16) === 'IHDR'
  if (!isPng || bytes.length < pngHeader + 13) return notPng
  const view = viewOf(bytes)
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = latin1(bytes, at + 4, at + 8)
    if (type === 'acTL') return animated
    if (type === 'IDAT') return { width: view.getUint32(pngHeader), height: view.getUint32(pngHeader + 4) }
  }
  return notPng
}

type Chunk = { readonly type: string; readonly data: Uint8Array }

function* riffChunks(bytes: Uint8Array): Generator<Chunk> {
  const view = viewOf(bytes)
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    yield { type: latin1(bytes, at, at + 4), data: bytes.subarray(at + 8, at + 8 + length) }
    at += 8 + length + (length % 2)
  }
}

/** The size that each chunk of a WebP states, in the ways of RFC 9649; null for other chunks. */
function sizeInChunk({ type, data }: Chunk): Size | string | null {
  if (type === 'ANIM' || type === 'ANMF') return animated
  const view = viewOf(data)
  if (type === 'VP8X') {
    if (data.length < 10) return notWebp
    const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
    return view.getUint8(0) & 2 ? animated : { width: uint24(4) + 1, height: uint24(7) + 1 }
  }
  if (type === 'VP8L') {
    if (data.length < 5 || data[0] !== 0x2f) return notWebp
    const bits = view.getUint32(1, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (type === 'VP8 ') {
    if (data.length < 10 || latin1(data, 3, 6) !== '\x9d\x01\x2a') return notWebp
    return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
  }
  return null
}

/** The largest size that any part of a WebP states; a text is why the image is refused. */
export function webpSize(bytes: Uint8Array): Size | string {
  if (latin1(bytes, 0, 4) !== 'RIFF' || latin1(bytes, 8, 12) !== 'WEBP') return notWebp
  const sizes: Size[] = []
  let isImage = false
  for (const chunk of riffChunks(bytes)) {
    const size = sizeInChunk(chunk)
    if (typeof size === 'string') return size
    if (size) sizes.push(size)
    isImage ||= chunk.type.startsWith('VP8') && chunk.type !== 'VP8X'
  }
  const largest = (side: keyof Size) => Math.max(...sizes.map((size) => size[side]))
  return isImage ? { width: largest('width'), height: largest('height') } : notWebp
}
