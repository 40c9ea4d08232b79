import type { Credentials, SealedCredentials } from './credentials.ts'
import { createFingerprints, type FingerprintOf } from './fingerprints.ts'
import type { KeyRing } from './key-ring.ts'
import { DamagedCredentials, open, type Place, seal } from './seal.ts'

/**
 * Seals credentials under the active key and opens what any of its keys wrapped. Asynchronous, since a key may be held by
 * a service. `open` rejects with `DamagedCredentials` when what was stored is not what was sealed.
 */
export type Vault = {
  seal(credentials: Credentials, place: Place): Promise<SealedCredentials>
  open(sealed: SealedCredentials, place: Place): Promise<Credentials>
  readonly fingerprint: FingerprintOf
}

export function createVault(ring: KeyRing): Vault {
  const keys = new Map([ring.activeKey, ...ring.others].map((key) => [key.id, key]))
  return {
    fingerprint: createFingerprints(ring),
    seal: async (credentials, place) => seal(credentials, place, ring.activeKey),
    async open(sealed, place) {
      const key = keys.get(sealed.keyId)
      if (!key) throw new DamagedCredentials(`no key file holds key ${sealed.keyId}`)
      return open(sealed, place, key)
    },
  }
}
