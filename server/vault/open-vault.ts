import { existsSync } from 'node:fs'
import { DataFolderError } from '../platform/data-folder-error.ts'
import { createKeyFile, removeDrafts } from './key-file.ts'
import { readKeyRing } from './key-ring.ts'
import { createVault, type Vault } from './vault.ts'

/** What a vault has to know of the stored pairs. */
export type CredentialCounts = {
  countCredentialsByKey(): Promise<readonly { readonly keyId: string; readonly pairs: number }[]>
}

/**
 * Reads the keys of a folder; refuses them when a stored pair is wrapped by a key that is not among them. Without stored
 * pairs nothing needs a key that is gone, as after a restore into a new folder, so one is made.
 */
export async function openVault(stored: CredentialCounts, keyFile: string): Promise<Vault> {
  const credentialsByKey = await stored.countCredentialsByKey()
  if (credentialsByKey.length === 0 && !existsSync(keyFile)) createKeyFile(keyFile)
  const ring = readKeyRing(keyFile)
  removeDrafts(keyFile)
  const known = new Set([ring.activeKey, ...ring.others].map(({ id }) => id))
  const orphaned = credentialsByKey.find(({ keyId }) => !known.has(keyId))
  if (!orphaned) return createVault(ring)
  throw new DataFolderError(
    `${orphaned.pairs} of its stored credentials are wrapped by key ${orphaned.keyId}, but ${keyFile} holds key ${ring.activeKey.id}`,
    'Restore the file with that key, or pass its path with --key-file; without it, those credentials cannot be opened.',
  )
}
