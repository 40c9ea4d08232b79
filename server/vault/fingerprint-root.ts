import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { type KeyEncryptionKey, KeyError } from './key-encryption-key.ts'
import type { KeyRecord } from './key-record.ts'

/** What the root of a key's fingerprints is bound to; no credentials stand in such a place. */
const placeOf = (keyId: string) => `v1|fingerprints|${keyId}`

/** A new root under a key whose own bytes are not here, wrapped by it. It goes with its key, as what is derived from a key does. */
export const newFingerprintRoot = async ({ id, secret, wrap }: KeyEncryptionKey): Promise<Uint8Array | null> =>
  secret ? null : wrap(randomBytes(32), placeOf(id))

/** Asks the holder of the key, which thereby shows that it is there and is the one that was recorded. */
export async function openFingerprintRoot(
  { id, secret, unwrap }: KeyEncryptionKey,
  record: KeyRecord | undefined,
): Promise<KeyObject> {
  if (secret) return secret
  if (!record?.fingerprintRoot) throw new KeyError('missing', `key ${id} was never recorded`)
  try {
    return createSecretKey(await unwrap(record.fingerprintRoot, placeOf(id)))
  } catch (error) {
    if (error instanceof KeyError) throw error
    throw new KeyError('missing', `key ${id} is another one than what is stored was wrapped by`)
  }
}
