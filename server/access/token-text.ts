import { hash, randomBytes } from 'node:crypto'
import { alphabet, checksumOf, prefix } from '../../shared/operator-token.ts'

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text
  return text
}

/**
 * A new operator token: `srt_`, 256 random bits in base 62, and a CRC-32 that distinguishes a mistyped token from a
 * wrong one.
 */
export function mintToken(): string {
  const body = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)
  return `${prefix}${body}${checksumOf(body)}`
}

/** The stored form of a token. */
export const hashToken = (text: string): Uint8Array => Buffer.from(hash('sha256', text, 'binary'), 'binary')
