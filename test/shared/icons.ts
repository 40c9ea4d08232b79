import { crc32, deflateSync } from 'node:zlib'

export const dataUri = (type: string, bytes: Buffer | string) =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`

const svgNamespace = 'http://www.w3.org/2000/svg'

export const svg = (content: string, attributes = 'viewBox="0 0 24 24"') =>
  `<svg xmlns="${svgNamespace}" ${attributes}>${content}</svg>`

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  const sum = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A whole PNG, one bit a pixel and all of them black; `more` are chunks before its pixels. */
export function png(width: number, height: number, more: readonly string[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...more.map((type) => pngChunk(type, Buffer.alloc(8))),
    pngChunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

type Chunk = readonly [type: string, data: Buffer]

/** The container of a WebP (RFC 9649). */
export function webp(...chunks: readonly Chunk[]): Buffer {
  const body = Buffer.concat(
    chunks.map(([type, data]) => {
      const head = Buffer.alloc(8)
      head.write(type, 'latin1')
      head.writeUInt32LE(data.length, 4)
      return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
    }),
  )
  const head = Buffer.alloc(12)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  head.write('WEBP', 8, 'latin1')
  return Buffer.concat([head, body])
}

/** The head of a lossy image; what a decoder reads after it is left out. */
export function vp8(width: number, height: number): Chunk {
  const data = Buffer.from('0000009d012a00000000', 'hex')
  data.writeUInt16LE(width, 6)
  data.writeUInt16LE(height, 8)
  return ['VP8 ', data]
}

export function vp8l(width: number, height: number): Chunk {
  const data = Buffer.from('2f00000000', 'hex')
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return ['VP8L', data]
}

export function vp8x(width: number, height: number, flags = 0): Chunk {
  const data = Buffer.alloc(10)
  data[0] = flags
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return ['VP8X', data]
}

/** Each level has ten copies of the one below: few bytes, and 10 to the power of `levels` shapes to draw. */
export function useBomb(levels: number): string {
  const level = (_: unknown, at: number) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`
  const groups = Array.from({ length: levels }, level).join('')
  return svg(`<defs><path id="a0" d="M0 0h9v9z"/>${groups}</defs><use href="#a${levels}"/>`)
}

/** The same without `use`: clips that are clipped. */
export function clipBomb(levels: number): string {
  const shape = (at: number) => `<rect width="24" height="24"${at ? ` clip-path="url(#c${at - 1})"` : ''}/>`
  const level = (_: unknown, at: number) => `<clipPath id="c${at}">${shape(at).repeat(10)}</clipPath>`
  return svg(`${Array.from({ length: levels }, level).join('')}<rect clip-path="url(#c${levels - 1})"/>`)
}

const stroked = (data: string, more = '') =>
  `<path stroke="red" stroke-width="3" stroke-linejoin="round" stroke-linecap="round" ${more} d="${data}"/>`

export const pathBombs = {
  'long path data': svg(stroked(`M0 0${'L9 1L0 2L8 0L1 9'.repeat(2_900)}`)),
  'arcs that are magnified': svg(stroked(`M0 0${'a9 1 0 1 1 1 1'.repeat(500)}`, 'transform="scale(1000000)"')),
  'arcs of enormous radius': svg(stroked(`M0 0${'a9e6 1e6 0 1 1 1e6 1e6'.repeat(300)}`)),
  'a tiny view box': svg(stroked(`M0 0${'a9 1 0 1 1 1 1'.repeat(500)}`), 'viewBox="0 0 0.00001 0.00001"'),
  'dashes of no length': svg(stroked('M0 0H1000M0 1H1000', 'stroke-dasharray="0.00001"')),
}

/** As much work as an icon that passes can make. */
export const heaviest = {
  'a stroked zigzag': svg(stroked(`M0 0${'L9 1L0 2L8 0L1 9'.repeat(511)}`)),
  'stroked arcs': svg(stroked(`M0 0${'a9999 1000 0 1 1 999 999'.repeat(330)}`)),
  'clips in clips': svg(
    `<clipPath id="c"><path d="M0 0${'L9 1L0 2L8 0L1 9'.repeat(511)}"/></clipPath>` +
      `${'<g clip-path="url(#c)">'.repeat(8)}<rect width="24" height="24"/>${'</g>'.repeat(8)}`,
  ),
  'groups in groups': svg(`${'<g opacity=".9">'.repeat(198)}<rect width="24" height="24"/>${'</g>'.repeat(198)}`),
  'two hundred gradients': svg(
    `<radialGradient id="g0"><stop stop-color="red"/></radialGradient>${Array.from(
      { length: 98 },
      (_, at) => `<radialGradient id="g${at + 1}" href="#g${at}"/>`,
    ).join('')}${'<rect width="24" height="24" fill="url(#g98)"/>'.repeat(98)}`,
  ),
  'a PNG of 512 pixels': png(512, 512),
} as const
