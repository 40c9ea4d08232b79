/** A hash as stored: bytes where it is written in hexadecimal, half the size of its text; else the text. */
export type StoredHash = Uint8Array | string

const hexadecimal = /^0x(?:[0-9a-f]{2})+$/

export const toStoredHash = (text: string): StoredHash =>
  hexadecimal.test(text) ? Buffer.from(text.slice(2), 'hex') : text

export const hashText = (hash: StoredHash): string =>
  typeof hash === 'string' ? hash : `0x${Buffer.from(hash).toString('hex')}`

export const isSameHash = (a: StoredHash, b: StoredHash): boolean =>
  typeof a === 'string' || typeof b === 'string' ? a === b : Buffer.compare(a, b) === 0
