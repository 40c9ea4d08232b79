import type { KeyEncryptionKey } from './key-encryption-key.ts'

/** What a key may do: `active` and `next` may become or be the active one, `retired` only opens what it wrapped. */
export type KeyRole = 'active' | 'next' | 'retired'

export type HeldKey = { readonly role: KeyRole; readonly key: KeyEncryptionKey }

/**
 * The keys that a server was configured with. What the store has of them are IDs alone, so that someone who edits the
 * database can neither name a key of their own nor make a retired one active.
 */
export type KeySet = {
  /** Where they are, for messages. */
  readonly name: string
  /** Those that are known without asking anyone. */
  listed(): readonly HeldKey[]
  find(keyId: string): HeldKey | null
  /** The key that becomes active where none is recorded. */
  first(): Promise<KeyEncryptionKey>
  /** The key to rotate to, made where it is a file. Throws a `DataFolderError` where there is none. */
  prepareNext(): Promise<KeyEncryptionKey>
  /** Called once everything is wrapped by the next key; answers the file of the old one, if it is one. */
  promoteNext(): string | null
  /** Reads again what may have changed. */
  reload(): void
}
