export const prefix = 'srt_'
export const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `srt_`, 256 random bits in base 62, and their checksum. */
const shape = new RegExp(`^${prefix}([0-9A-Za-z]{43})([0-9A-Za-z]{6})$`)

const crcOfByte = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})

/** CRC-32 of ASCII text as zlib computes it, which is no module that runs everywhere. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let at = 0; at < text.length; at += 1)
    crc = (crc >>> 8) ^ (crcOfByte[(crc ^ text.charCodeAt(at)) & 0xff] as number)
  return (crc ^ 0xffffffff) >>> 0
}

/** Six characters that show a typing error in a token. Computed for every request, hence without bigint. */
export function checksumOf(body: string): string {
  let text = ''
  for (let rest = crc32(body); text.length < 6; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text
  return text
}

/** Whether this is an operator token: whole, damaged (its checksum is another's), or something else. */
export function formOfToken(text: string): 'whole' | 'damaged' | 'other' {
  const [, body, sum] = shape.exec(text) ?? []
  if (body === undefined) return 'other'
  return checksumOf(body) === sum ? 'whole' : 'damaged'
}

export const isWellFormedToken = (text: string): boolean => formOfToken(text) === 'whole'
