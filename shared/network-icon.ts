import { faultOfSvg } from './icon-svg.ts'
import { pngSize, type Size, webpSize } from './raster-size.ts'

// Node and browsers have it; the type libraries that `shared` is checked with do not.
declare function atob(base64: string): string

const mostCharacters = 65_536
/** Pixels a side of a PNG or WebP: a decoder takes memory for each, however small the file. */
const largestSide = 512

const form = /^data:image\/(png|svg\+xml|webp);base64,((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/

/** What an icon has to be, to follow its name. */
export const iconRule = `must be a base64 data URI of a PNG, SVG or WebP image, at most ${mostCharacters} characters long`

/**
 * Why a network's icon must not be shown, to follow its name; null when it may. One check for the import, the server
 * and the console: an image can keep a browser busy for minutes or fill its memory without any script.
 */
export function faultOfIcon(dataUri: string): string | null {
  if (dataUri.length > mostCharacters) return iconRule
  const [, type = '', base64 = ''] = form.exec(dataUri) ?? []
  if (!type) return iconRule
  const bytes = bytesOf(base64)
  if (type === 'svg+xml') return faultOfSvg(bytes)
  return faultOfSize(type === 'png' ? pngSize(bytes) : webpSize(bytes))
}

/** `Uint8Array.from` over the characters takes thirty times as long, and a listing may bring a thousand icons. */
function bytesOf(base64: string): Uint8Array {
  const characters = atob(base64)
  const bytes = new Uint8Array(characters.length)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at)
  return bytes
}

function faultOfSize(size: Size | string): string | null {
  if (typeof size === 'string') return size
  const { width, height } = size
  return Math.max(width, height) <= largestSide
    ? null
    : `has ${width} x ${height} pixels, may have at most ${largestSide} a side`
}
