import type { KeyEncryptionKey } from '../key-encryption-key.ts'

/** A service or a module that holds a key, in one version or several, and never gives it away. */
export type KeyHolder = {
  /** For messages; has no secret. */
  readonly name: string
  /** A key, or a version of it, by its ID; null where the ID names another key. Sends no request. */
  find(keyId: string): KeyEncryptionKey | null
  /** The newest version of the key. Rejects with a `KeyError` where it is not there or cannot be asked. */
  newest(): Promise<KeyEncryptionKey>
}
