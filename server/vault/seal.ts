import { createSecretKey, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Id } from '../../shared/primitives.ts'
import { Secret } from '../../shared/secret.ts'
import { decrypt, encrypt } from './aes-gcm.ts'
import type { Credentials, SealedCredentials } from './credentials.ts'
import { dataKeyLength, type KeyEncryptionKey, KeyError } from './key-encryption-key.ts'

/** Which record a ciphertext belongs to; a sealed pair opens only in its own place. */
export type Place = { readonly tenantId: Id; readonly custodianId: Id; readonly version: number }

const boundTo = ({ tenantId, custodianId, version }: Place) => `v1|${tenantId}|${custodianId}|${version}`

/** Seals a pair under a fresh data key. */
export async function seal(credentials: Credentials, place: Place, key: KeyEncryptionKey): Promise<SealedCredentials> {
  const dataKey = randomBytes(dataKeyLength)
  const plain = Buffer.from(JSON.stringify([credentials.apiKey.reveal(), credentials.secretApiKey.reveal()]))
  try {
    return {
      keyId: key.id,
      wrappedKey: await key.wrap(dataKey, boundTo(place)),
      ciphertext: encrypt(createSecretKey(dataKey), plain, boundTo(place)),
    }
  } finally {
    dataKey.fill(0)
    plain.fill(0)
  }
}

/** A sealed pair whose bytes were changed, or that stands in another place than its own. */
export class DamagedCredentials extends Error {}

async function undamaged<Value>(decrypted: () => Promise<Value>): Promise<Value> {
  try {
    return await decrypted()
  } catch (error) {
    if (error instanceof KeyError) throw error
    throw new DamagedCredentials('sealed credentials cannot be opened: they were changed, or moved from another row')
  }
}

async function unwrap({ keyId, wrappedKey }: SealedCredentials, place: Place, key: KeyEncryptionKey): Promise<Buffer> {
  if (keyId !== key.id) throw new Error(`credentials are sealed under key ${keyId}, but the key here is ${key.id}`)
  return undamaged(async () => {
    const dataKey = await key.unwrap(wrappedKey, boundTo(place))
    if (dataKey.length !== dataKeyLength) throw new Error('a data key has the wrong length')
    return dataKey
  })
}

/**
 * Opens a sealed pair. Throws when the key is another one, a {@link KeyError} while it cannot be used, and
 * {@link DamagedCredentials} when the pair does not open with its own.
 */
export async function open(sealed: SealedCredentials, place: Place, key: KeyEncryptionKey): Promise<Credentials> {
  const dataKey = await unwrap(sealed, place, key)
  try {
    return await undamaged(async () => {
      const plain = decrypt(createSecretKey(dataKey), sealed.ciphertext, boundTo(place))
      const [apiKey, secretApiKey] = Halves.parse(JSON.parse(plain.toString()))
      plain.fill(0)
      return { apiKey: new Secret(apiKey), secretApiKey: new Secret(secretApiKey) }
    })
  } finally {
    dataKey.fill(0)
  }
}

const Halves = z.tuple([z.string(), z.string()])

/** The same pair with its data key wrapped by another key; the pair itself is not decrypted. */
export async function rewrap(
  sealed: SealedCredentials,
  place: Place,
  keys: { from: KeyEncryptionKey; to: KeyEncryptionKey },
): Promise<SealedCredentials> {
  const dataKey = await unwrap(sealed, place, keys.from)
  try {
    return { ...sealed, keyId: keys.to.id, wrappedKey: await keys.to.wrap(dataKey, boundTo(place)) }
  } finally {
    dataKey.fill(0)
  }
}
