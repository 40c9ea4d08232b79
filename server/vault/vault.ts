import type { Credentials } from './credentials.ts'
import { createFingerprints, type FingerprintOf } from './fingerprints.ts'
import type { KeyRing } from './key-ring.ts'
import { DamagedCredentials, open, type Place, seal } from './seal.ts'
import type { SealedCredentials } from './sealed-credentials.ts'

/** Seals pairs under the key in force and opens what any key of the ring wrapped. */
export type Vault = {
  seal(credentials: Credentials, place: Place): SealedCredentials
  open(sealed: SealedCredentials, place: Place): Credentials
  readonly fingerprint: FingerprintOf
}

export function createVault(ring: KeyRing): Vault {
  const keys = new Map([ring.inForce, ...ring.others].map((key) => [key.id, key]))
  return {
    fingerprint: createFingerprints(ring),
    seal: (credentials, place) => seal(credentials, place, ring.inForce),
    open(sealed, place) {
      const key = keys.get(sealed.keyId)
      if (!key) throw new DamagedCredentials(`no key file holds key ${sealed.keyId}`)
      return open(sealed, place, key)
    },
  }
}
