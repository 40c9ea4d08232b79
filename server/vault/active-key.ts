import { DataFolderError } from '../platform/data-folder-error.ts'
import { newFingerprintRoot } from './fingerprint-root.ts'
import type { KeyEncryptionKey } from './key-encryption-key.ts'
import { activeOf, type KeyStore } from './key-record.ts'
import type { KeySet } from './key-set.ts'

type By = { readonly actor: string; readonly at: number }

/** Records a key as the one that is to become active. */
export async function announceNext(store: KeyStore, key: KeyEncryptionKey): Promise<void> {
  const recorded = (await store.listKeys()).find(({ keyId }) => keyId === key.id)
  const fingerprintRoot = recorded?.fingerprintRoot ?? (await newFingerprintRoot(key))
  await store.announceKey({ keyId: key.id, fingerprintRoot })
}

/**
 * The key that seals now. Where none is recorded, or one that is not configured as such, such as after a restore, the
 * configured one becomes active.
 */
export async function settleActiveKey(store: KeyStore, keys: KeySet, by: By): Promise<KeyEncryptionKey> {
  const recorded = activeOf(await store.listKeys())
  const held = recorded && keys.find(recorded.keyId)
  if (held && held.role !== 'retired') return held.key
  const first = await keys.first()
  await announceNext(store, first)
  if (await store.activateKey({ keyId: first.id, from: recorded?.keyId ?? null, ...by })) return first
  throw new DataFolderError('its active key was replaced at this moment', 'Try again.')
}
