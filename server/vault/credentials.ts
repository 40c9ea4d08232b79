import type { Secret } from '../../shared/secret.ts'

/** What a custodian's provider issued: an API key and the secret that complements it. */
export type Credentials = { readonly apiKey: Secret; readonly secretApiKey: Secret }

/** Credentials under envelope encryption: both halves in one ciphertext, its data key wrapped by the named key. */
export type SealedCredentials = {
  readonly keyId: string
  /** nonce (12) + encrypted data key (32) + tag (16) */
  readonly wrappedKey: Uint8Array
  /** nonce (12) + encrypted credentials + tag (16) */
  readonly ciphertext: Uint8Array
}
