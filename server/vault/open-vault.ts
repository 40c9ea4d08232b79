import { existsSync } from 'node:fs'
import { DataFolderError } from '../platform/data-folder-error.ts'
import { settleActiveKey } from './active-key.ts'
import { KeyError } from './key-encryption-key.ts'
import { createKeyFile, removeDrafts } from './key-file.ts'
import type { KeyStore } from './key-record.ts'
import type { KeySet } from './key-set.ts'
import { type KeyPlaces, openKeys } from './open-keys.ts'
import { createVault, type Vault } from './vault.ts'

/** What a vault has to know of the stored pairs. */
export type CredentialCounts = {
  countCredentialsByKey(): Promise<readonly { readonly keyId: string; readonly pairs: number }[]>
}

/**
 * Opens the keys of a folder; refuses them when a stored pair is wrapped by a key that is not among them. Without stored
 * pairs nothing needs a key that is gone, as after a restore into a new folder, so one is made.
 */
export async function openVault(
  store: CredentialCounts & KeyStore,
  keyFile: string,
  uris: KeyPlaces['keys'] = null,
): Promise<Vault> {
  const credentialsByKey = await store.countCredentialsByKey()
  if (!uris && credentialsByKey.length === 0 && !existsSync(keyFile)) createKeyFile(keyFile)
  const keys = await openKeys({ keyFile, keys: uris })
  if (!uris) removeDrafts(keyFile)
  const orphaned = credentialsByKey.find(({ keyId }) => !keys.find(keyId))
  if (orphaned) throw orphanedBy(orphaned, keys)
  await settle(store, keys)
  const vault = createVault(keys, store)
  await vault.refresh()
  return vault
}

const orphanedBy = ({ keyId, pairs }: { keyId: string; pairs: number }, { name, listed }: KeySet) =>
  new DataFolderError(
    `${pairs} of its stored credentials are wrapped by key ${keyId}, but ${name} holds ${namesOf(listed())}`,
    'Restore the file with that key and pass its path with --key-file, or name its holder with --retired-key; without it, those credentials cannot be opened.',
  )

const namesOf = (held: ReturnType<KeySet['listed']>) =>
  held.length > 0 ? `key ${held.map(({ key }) => key.id).join(', ')}` : 'another key'

/** A key that was never used before must be there; a recorded one may come back while the server runs. */
async function settle(store: KeyStore, keys: KeySet): Promise<void> {
  try {
    await settleActiveKey(store, keys, { actor: 'strongroom serve', at: Date.now() })
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    throw new DataFolderError(error.message, error.nextStep)
  }
}
