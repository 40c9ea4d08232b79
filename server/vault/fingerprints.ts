import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Id } from '../../shared/primitives.ts'
import type { Secret } from '../../shared/secret.ts'
import type { Credentials } from './credentials.ts'

/** A digest that only a holder of the key-encryption key can compute, and that names the one it was computed under. */
export type Fingerprint = { readonly keyId: string; readonly digest: Uint8Array }

/** What is fingerprinted; digests of one purpose mean nothing for another. */
type FingerprintPurpose = 'rotation request' | 'attempt' | 'key ID' | 'sign-in'

export type FingerprintOf = (
  purpose: FingerprintPurpose,
  values: readonly string[],
) => Promise<readonly [Fingerprint, ...Fingerprint[]]>

/** The key that the fingerprints under a key-encryption key are derived from. */
export type FingerprintRoot = { readonly keyId: string; readonly root: KeyObject }

/** Of every key that there is, the active one first: older records name an older key. */
export type FingerprintRoots = () => Promise<readonly [FingerprintRoot, ...FingerprintRoot[]]>

/** Fingerprints under a key derived from each root. */
export function createFingerprints(rootsNow: FingerprintRoots): FingerprintOf {
  const derived = new WeakMap<KeyObject, KeyObject>()
  const keyOf = (root: KeyObject) => {
    const key = derived.get(root) ?? createSecretKey(Buffer.from(hkdfSync('sha256', root, '', info, 32)))
    derived.set(root, key)
    return key
  }
  return async (purpose, values) => {
    const message = JSON.stringify([purpose, ...values])
    const under = ({ keyId, root }: FingerprintRoot) => ({
      keyId,
      digest: createHmac('sha256', keyOf(root)).update(message).digest(),
    })
    const [active, ...others] = await rootsNow()
    return [under(active), ...others.map(under)]
  }
}

const info = 'strongroom fingerprint v1'

export type Fingerprinting = { readonly fingerprint: FingerprintOf }

/** The credentials that a request offers, and to whom they belong. */
export type Offer = { readonly tenantId: Id; readonly custodianId: Id; readonly credentials: Credentials }

/** What tells the requests under one Idempotency-Key apart, under each key-encryption key that is there. */
export const requestFingerprints = ({ tenantId, custodianId, credentials }: Offer, { fingerprint }: Fingerprinting) =>
  fingerprint('rotation request', [
    tenantId,
    custodianId,
    credentials.apiKey.reveal(),
    credentials.secretApiKey.reveal(),
  ])

/** Tells the attempts with one API key at one custodian from others. */
export async function attemptFingerprint(
  { custodianId, credentials }: Omit<Offer, 'tenantId'>,
  { fingerprint }: Fingerprinting,
): Promise<Uint8Array> {
  const [{ digest }] = await fingerprint('attempt', [custodianId, credentials.apiKey.reveal()])
  return digest
}

/** Tells the API keys of one custodian apart, in 32 bits of a digest that only a holder of the key-encryption key can compute. */
export async function keyIdFingerprint(
  { custodianId, apiKey }: { readonly custodianId: Id; readonly apiKey: Secret },
  { fingerprint }: Fingerprinting,
): Promise<string> {
  const [{ digest }] = await fingerprint('key ID', [custodianId, apiKey.reveal()])
  return Buffer.from(digest).toString('hex').slice(0, 8)
}

/** The salt lets its holder test guesses: not for storage. */
export const fingerprintOf = (secret: Secret, salt: Uint8Array): Uint8Array =>
  createHmac('sha256', createSecretKey(salt)).update(secret.reveal()).digest()

/** Whether two secrets are the same, in a time that says nothing of what they have in common but their length. */
export function isSameSecret(one: Secret, other: Secret): boolean {
  const first = Buffer.from(one.reveal())
  const second = Buffer.from(other.reveal())
  try {
    return first.length === second.length && timingSafeEqual(first, second)
  } finally {
    first.fill(0)
    second.fill(0)
  }
}

/** The fingerprint that versions before schema 9 stored, so that their idempotency records keep working for their 24 hours. */
export function saltedRequestFingerprint({ tenantId, custodianId, credentials }: Offer, salt: Uint8Array): Fingerprint {
  const prints = [credentials.apiKey, credentials.secretApiKey].map((half) => fingerprintOf(half, salt))
  return { keyId: 'salt', digest: Buffer.concat([Buffer.from(`${tenantId}|${custodianId}|`), ...prints]) }
}
