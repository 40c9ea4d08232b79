import { createHmac } from 'node:crypto'
import type { Id } from '../../shared/primitives.ts'
import type { Secret } from '../../shared/secret.ts'
import type { Fingerprint } from './fingerprints.ts'
import type { Vault } from './vault.ts'

/** What a custodian's provider issued: an API key and the secret that complements it. */
export type Credentials = { readonly apiKey: Secret; readonly secretApiKey: Secret }

type Offer = { readonly tenantId: Id; readonly custodianId: Id; readonly credentials: Credentials }

/** What tells the requests under one Idempotency-Key apart, under each key-encryption key that is there. */
export const requestFingerprints = ({ tenantId, custodianId, credentials }: Offer, { fingerprint }: Vault) =>
  fingerprint('rotation request', [
    tenantId,
    custodianId,
    credentials.apiKey.reveal(),
    credentials.secretApiKey.reveal(),
  ])

/** Tells the attempts with one API key at one custodian from others. */
export async function attemptFingerprint(
  { custodianId, credentials }: Omit<Offer, 'tenantId'>,
  { fingerprint }: Vault,
): Promise<Uint8Array> {
  const [{ digest }] = await fingerprint('attempt', [custodianId, credentials.apiKey.reveal()])
  return digest
}

/** Tells whether two secrets are the same without showing either. Whoever has the salt can test guesses: not for storage. */
export const fingerprintOf = (secret: Secret, salt: Uint8Array): Uint8Array =>
  createHmac('sha256', salt).update(secret.reveal()).digest()

/** The fingerprint that versions before schema 9 stored, so that their idempotency records keep working for their 24 hours. */
export function saltedRequestFingerprint({ tenantId, custodianId, credentials }: Offer, salt: Uint8Array): Fingerprint {
  const prints = [credentials.apiKey, credentials.secretApiKey].map((half) => fingerprintOf(half, salt))
  return { keyId: 'salt', digest: Buffer.concat([Buffer.from(`${tenantId}|${custodianId}|`), ...prints]) }
}
