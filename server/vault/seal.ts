import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Id } from '../../shared/primitives.ts'
import { Secret } from '../../shared/secret.ts'
import type { Credentials, SealedCredentials } from './credentials.ts'
import type { KeyEncryptionKey } from './key-file.ts'

/** Which record a ciphertext belongs to; a sealed pair opens only in its own place. */
export type Place = { readonly tenantId: Id; readonly custodianId: Id; readonly version: number }

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16
const dataKeyLength = 32
/** Without a fixed length, Node takes an authentication tag that was cut to four bytes. */
const options = { authTagLength: tagLength }

const boundTo = ({ tenantId, custodianId, version }: Place) => Buffer.from(`v1|${tenantId}|${custodianId}|${version}`)

function encrypt(key: KeyObject, plain: Uint8Array, aad: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, key, nonce, options).setAAD(aad)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: KeyObject, sealed: Uint8Array, aad: Uint8Array): Buffer {
  if (sealed.length <= nonceLength + tagLength) throw new Error('a sealed value is too short')
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength), options).setAAD(aad)
  decipher.setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()])
}

/** Seals a pair under a fresh data key. */
export function seal(credentials: Credentials, place: Place, key: KeyEncryptionKey): SealedCredentials {
  const dataKey = randomBytes(dataKeyLength)
  const plain = Buffer.from(JSON.stringify([credentials.apiKey.reveal(), credentials.secretApiKey.reveal()]))
  const sealed = {
    keyId: key.id,
    wrappedKey: encrypt(key.secret, dataKey, boundTo(place)),
    ciphertext: encrypt(createSecretKey(dataKey), plain, boundTo(place)),
  }
  dataKey.fill(0)
  plain.fill(0)
  return sealed
}

/** A sealed pair whose bytes were changed, or that stands in another place than its own. */
export class DamagedCredentials extends Error {}

function undamaged<Value>(decrypted: () => Value): Value {
  try {
    return decrypted()
  } catch {
    throw new DamagedCredentials('sealed credentials cannot be opened: they were changed, or moved from another row')
  }
}

function unwrap({ keyId, wrappedKey }: SealedCredentials, place: Place, key: KeyEncryptionKey): Buffer {
  if (keyId !== key.id) throw new Error(`credentials are sealed under key ${keyId}, but the key here is ${key.id}`)
  return undamaged(() => {
    if (wrappedKey.length !== wrappedKeyLength) throw new Error('a wrapped key has the wrong length')
    return decrypt(key.secret, wrappedKey, boundTo(place))
  })
}

const wrappedKeyLength = nonceLength + dataKeyLength + tagLength

/** Opens a sealed pair. Throws when the key is another one, and {@link DamagedCredentials} when it does not open with its own. */
export function open(sealed: SealedCredentials, place: Place, key: KeyEncryptionKey): Credentials {
  const dataKey = unwrap(sealed, place, key)
  const credentials = undamaged(() => {
    const plain = decrypt(createSecretKey(dataKey), sealed.ciphertext, boundTo(place))
    const [apiKey, secretApiKey] = Halves.parse(JSON.parse(plain.toString()))
    plain.fill(0)
    return { apiKey: new Secret(apiKey), secretApiKey: new Secret(secretApiKey) }
  })
  dataKey.fill(0)
  return credentials
}

const Halves = z.tuple([z.string(), z.string()])

/** The same pair with its data key wrapped by another key; the pair itself is not decrypted. */
export function rewrap(
  sealed: SealedCredentials,
  place: Place,
  keys: { from: KeyEncryptionKey; to: KeyEncryptionKey },
): SealedCredentials {
  const dataKey = unwrap(sealed, place, keys.from)
  const wrappedKey = encrypt(keys.to.secret, dataKey, boundTo(place))
  dataKey.fill(0)
  return { ...sealed, keyId: keys.to.id, wrappedKey }
}
