import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = /^srt_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text
  return text
}

/** Computed for every request, hence without bigint. */
function checksum(body: string): string {
  let text = ''
  for (let rest = crc32(body); text.length < 6; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text
  return text
}

/** A new operator token: `srt_`, 256 random bits in base 62, and a CRC-32 that tells a mistyped token from a wrong one. */
export function mintToken(): string {
  const body = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)
  return `srt_${body}${checksum(body)}`
}

export function isWellFormedToken(text: string): boolean {
  const [, body, sum] = shape.exec(text) ?? []
  return body !== undefined && checksum(body) === sum
}

/** What is stored of a token. */
export const hashToken = (text: string): Uint8Array => Buffer.from(hash('sha256', text, 'binary'), 'binary')
