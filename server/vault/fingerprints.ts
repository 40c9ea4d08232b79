import { createHmac, hkdfSync } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'

/** A digest that only a holder of the key-encryption key can compute, and that names the one it was computed under. */
export type Fingerprint = { readonly keyId: string; readonly digest: Uint8Array }

/** What is fingerprinted; digests of one purpose mean nothing for another. */
export type FingerprintPurpose = 'rotation request' | 'attempt'

export type FingerprintOf = (
  purpose: FingerprintPurpose,
  values: readonly string[],
) => Promise<readonly [Fingerprint, ...Fingerprint[]]>

/** Fingerprints under a key derived from each key of the ring, the active one first: older records name an older key. */
export function createFingerprints({ inForce, others }: KeyRing): FingerprintOf {
  const derived = ({ id, bytes }: KeyRing['inForce']) => ({
    keyId: id,
    key: Buffer.from(hkdfSync('sha256', bytes, '', 'strongroom fingerprint v1', 32)),
  })
  const active = derived(inForce)
  const older = others.map(derived)
  return async (purpose, values) => {
    const message = JSON.stringify([purpose, ...values])
    const under = ({ keyId, key }: typeof active) => ({
      keyId,
      digest: createHmac('sha256', key).update(message).digest(),
    })
    return [under(active), ...older.map(under)]
  }
}
