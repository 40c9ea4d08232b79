/** A credential pair under envelope encryption: both halves in one ciphertext, its data key wrapped by the named key. */
export type SealedCredentials = {
  readonly keyId: string
  /** nonce (12) + encrypted data key (32) + tag (16) */
  readonly wrappedKey: Uint8Array
  /** nonce (12) + encrypted pair + tag (16) */
  readonly ciphertext: Uint8Array
}
