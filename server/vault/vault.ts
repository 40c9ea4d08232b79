import type { CredentialPair } from './credentials.ts'
import { createFingerprints, type FingerprintOf } from './fingerprints.ts'
import type { KeyRing } from './key-ring.ts'
import { DamagedPair, open, type Place, seal } from './seal.ts'
import type { SealedPair } from './sealed-pair.ts'

/** Seals pairs under the key in force and opens what any key of the ring wrapped. */
export type Vault = {
  seal(pair: CredentialPair, place: Place): SealedPair
  open(sealed: SealedPair, place: Place): CredentialPair
  readonly fingerprint: FingerprintOf
}

export function createVault(ring: KeyRing): Vault {
  const keys = new Map([ring.inForce, ...ring.others].map((key) => [key.id, key]))
  return {
    fingerprint: createFingerprints(ring),
    seal: (pair, place) => seal(pair, place, ring.inForce),
    open(sealed, place) {
      const key = keys.get(sealed.keyId)
      if (!key) throw new DamagedPair(`no key file holds key ${sealed.keyId}`)
      return open(sealed, place, key)
    },
  }
}
