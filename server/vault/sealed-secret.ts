import { randomUUID } from 'node:crypto'
import type { Secret } from '../../shared/secret.ts'
import type { SealedCredentials } from './credentials.ts'
import type { KeyEncryptionKey } from './key-encryption-key.ts'
import { DamagedCredentials, openSecret, rewrapSecret, sealSecret } from './seal.ts'

/** A secret that is neither half of a pair, as a text that is stored: sealed, and bound to a place of its own. */
type SealedText = {
  readonly keyId: string
  readonly place: string
  readonly wrappedKey: string
  readonly ciphertext: string
}

const toText = (place: string, { keyId, wrappedKey, ciphertext }: SealedCredentials): string =>
  JSON.stringify({
    keyId,
    place,
    wrappedKey: Buffer.from(wrappedKey).toString('base64'),
    ciphertext: Buffer.from(ciphertext).toString('base64'),
  } satisfies SealedText)

function fromText(text: string): { readonly place: string; readonly sealed: SealedCredentials } {
  try {
    const { keyId, place, wrappedKey, ciphertext } = JSON.parse(text) as SealedText
    const sealed = {
      keyId,
      wrappedKey: Buffer.from(wrappedKey, 'base64'),
      ciphertext: Buffer.from(ciphertext, 'base64'),
    }
    return { place, sealed }
  } catch {
    throw new DamagedCredentials('a sealed secret cannot be read: it was changed')
  }
}

/** The key that wraps it. */
export const keyIdOfSealed = (text: string): string => fromText(text).sealed.keyId

export async function sealText(secret: Secret, key: KeyEncryptionKey): Promise<string> {
  const place = randomUUID()
  return toText(place, await sealSecret(secret, place, key))
}

export function openText(text: string, keyOf: (keyId: string) => KeyEncryptionKey): Promise<Secret> {
  const { place, sealed } = fromText(text)
  return openSecret(sealed, place, keyOf(sealed.keyId))
}

/** The same with its data key wrapped by another key. */
export async function rewrapText(
  text: string,
  to: KeyEncryptionKey,
  keyOf: (keyId: string) => KeyEncryptionKey,
): Promise<string> {
  const { place, sealed } = fromText(text)
  return toText(place, await rewrapSecret(sealed, place, { from: keyOf(sealed.keyId), to }))
}
