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

/** No credentials stand in such a place. */
const boundToSecret = (place: string) => `v1|secret|${place}`

/** Seals bytes under a fresh data key. */
async function sealBytes(plain: Buffer, bound: string, key: KeyEncryptionKey): Promise<SealedCredentials> {
  const dataKey = randomBytes(dataKeyLength)
  try {
    return {
      keyId: key.id,
      wrappedKey: await key.wrap(dataKey, bound),
      ciphertext: encrypt(createSecretKey(dataKey), plain, bound),
    }
  } finally {
    dataKey.fill(0)
    plain.fill(0)
  }
}

/** Seals a pair under a fresh data key. */
export const seal = (credentials: Credentials, place: Place, key: KeyEncryptionKey): Promise<SealedCredentials> => {
  const { apiKey, secretApiKey } = credentials
  return sealBytes(Buffer.from(JSON.stringify([apiKey.reveal(), secretApiKey.reveal()])), boundTo(place), key)
}

export const sealSecret = (secret: Secret, place: string, key: KeyEncryptionKey): Promise<SealedCredentials> =>
  sealBytes(Buffer.from(secret.reveal()), boundToSecret(place), key)

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

async function unwrap({ keyId, wrappedKey }: SealedCredentials, bound: string, key: KeyEncryptionKey): Promise<Buffer> {
  if (keyId !== key.id) throw new Error(`credentials are sealed under key ${keyId}, but the key here is ${key.id}`)
  return undamaged(async () => {
    const dataKey = await key.unwrap(wrappedKey, bound)
    if (dataKey.length !== dataKeyLength) throw new Error('a data key has the wrong length')
    return dataKey
  })
}

/** Opens sealed bytes, which are overwritten once they were read. */
async function openBytes<Value>(
  sealed: SealedCredentials,
  { bound, key }: { readonly bound: string; readonly key: KeyEncryptionKey },
  read: (plain: Buffer) => Value,
): Promise<Value> {
  const dataKey = await unwrap(sealed, bound, key)
  try {
    return await undamaged(async () => {
      const plain = decrypt(createSecretKey(dataKey), sealed.ciphertext, bound)
      try {
        return read(plain)
      } finally {
        plain.fill(0)
      }
    })
  } finally {
    dataKey.fill(0)
  }
}

/**
 * Opens a sealed pair. Throws when the key is another one, a {@link KeyError} while it cannot be used, and
 * {@link DamagedCredentials} when the pair does not open with its own.
 */
export const open = (sealed: SealedCredentials, place: Place, key: KeyEncryptionKey): Promise<Credentials> =>
  openBytes(sealed, { bound: boundTo(place), key }, (plain) => {
    const [apiKey, secretApiKey] = Halves.parse(JSON.parse(plain.toString()))
    return { apiKey: new Secret(apiKey), secretApiKey: new Secret(secretApiKey) }
  })

const Halves = z.tuple([z.string(), z.string()])

/** The same for a secret. */
export const openSecret = (sealed: SealedCredentials, place: string, key: KeyEncryptionKey): Promise<Secret> =>
  openBytes(sealed, { bound: boundToSecret(place), key }, (plain) => new Secret(plain.toString()))

type Rewrapping = { readonly from: KeyEncryptionKey; readonly to: KeyEncryptionKey }

async function rewrapBound(sealed: SealedCredentials, bound: string, keys: Rewrapping): Promise<SealedCredentials> {
  const dataKey = await unwrap(sealed, bound, keys.from)
  try {
    return { ...sealed, keyId: keys.to.id, wrappedKey: await keys.to.wrap(dataKey, bound) }
  } finally {
    dataKey.fill(0)
  }
}

/** The same pair with its data key wrapped by another key; the pair itself is not decrypted. */
export const rewrap = (sealed: SealedCredentials, place: Place, keys: Rewrapping): Promise<SealedCredentials> =>
  rewrapBound(sealed, boundTo(place), keys)

export const rewrapSecret = (sealed: SealedCredentials, place: string, keys: Rewrapping): Promise<SealedCredentials> =>
  rewrapBound(sealed, boundToSecret(place), keys)
