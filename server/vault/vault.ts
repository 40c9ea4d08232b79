import type { CredentialPair } from '../secret.ts'
import type { KeyEncryptionKey } from './key-file.ts'
import { open, type Place, seal } from './seal.ts'
import type { SealedPair } from './sealed-pair.ts'

/** Seals and opens pairs under one key-encryption key. */
export type Vault = {
  seal(pair: CredentialPair, place: Place): SealedPair
  open(sealed: SealedPair, place: Place): CredentialPair
}

export const createVault = (key: KeyEncryptionKey): Vault => ({
  seal: (pair, place) => seal(pair, place, key),
  open: (sealed, place) => open(sealed, place, key),
})
