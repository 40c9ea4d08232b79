/** A key-encryption key as the store has it. */
export type KeyRecord = {
  readonly keyId: string
  readonly state: 'next' | 'active' | 'retired'
  /** Root of the fingerprints under this key, wrapped by it; null where it is derived from the key. */
  readonly fingerprintRoot: Uint8Array | null
  /** When the server found that it can use a key that is to become active (epoch milliseconds); of several, all of them. */
  readonly heldAt: number | null
  /** The servers that did not find so yet, by name, where the store knows its servers. */
  readonly missedBy: readonly string[]
}

/** What the vault has recorded of keys, each call one transaction. */
export type KeyStore = {
  listKeys(): Promise<readonly KeyRecord[]>
  announceKey(key: Pick<KeyRecord, 'keyId' | 'fingerprintRoot'>): Promise<void>
  noteKeyHeld(request: { readonly keyId: string; readonly at: number }): Promise<void>
  /** Answers false where another key is active than is expected, or a server cannot use this one. */
  activateKey(activation: {
    readonly keyId: string
    readonly from: string | null
    readonly actor: string
    readonly at: number
  }): Promise<boolean>
}

export const activeOf = (records: readonly KeyRecord[]): KeyRecord | null =>
  records.find(({ state }) => state === 'active') ?? null
