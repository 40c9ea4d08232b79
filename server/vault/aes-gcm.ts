import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
export const nonceLength = 12
export const tagLength = 16
/** Without a fixed length, Node takes an authentication tag that was cut to four bytes. */
const options = { authTagLength: tagLength }

/** nonce (12) + encrypted bytes + tag (16) */
export function encrypt(key: KeyObject, plain: Uint8Array, bound: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, key, nonce, options).setAAD(Buffer.from(bound))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws where the bytes, or what they are bound to, are others than were encrypted. */
export function decrypt(key: KeyObject, sealed: Uint8Array, bound: string): Buffer {
  if (sealed.length <= nonceLength + tagLength) throw new Error('a sealed value is too short')
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength), options)
  decipher.setAAD(Buffer.from(bound)).setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()])
}
