import type { KeyObject } from 'node:crypto'
import type { Secret } from '../../shared/secret.ts'
import type { Credentials, SealedCredentials } from './credentials.ts'
import { openFingerprintRoot } from './fingerprint-root.ts'
import { createFingerprints, type FingerprintOf, type FingerprintRoot } from './fingerprints.ts'
import { type KeyEncryptionKey, KeyError } from './key-encryption-key.ts'
import type { KeyStore } from './key-record.ts'
import type { KeySet } from './key-set.ts'
import { createRecordedKeys, findKey, type RecordedKeys } from './recorded-keys.ts'
import { DamagedCredentials, open, type Place, seal } from './seal.ts'
import { openText, sealText } from './sealed-secret.ts'

/** Opens what any of the keys wrapped. Rejects with `DamagedCredentials` when what was stored is not what was sealed. */
export type Opener = { open(sealed: SealedCredentials, place: Place): Promise<Credentials> }

/** Rejects with a `KeyError` while a key cannot be used. */
export type Vault = Opener & {
  /** Seals under the active key. */
  seal(credentials: Credentials, place: Place): Promise<SealedCredentials>
  /** The same for a single secret, as text. */
  sealSecret(secret: Secret): Promise<string>
  /** Opens what any of the keys wrapped. */
  openSecret(sealed: string): Promise<Secret>
  readonly fingerprint: FingerprintOf
  /** Reads which keys are recorded, and notes that this server can use the one that is to become active. */
  refresh(): Promise<void>
  /** Asks whether the active key can be used; null where it can. */
  fault(): Promise<KeyError | null>
}

type HeldKeys = Pick<KeySet, 'find' | 'reload'>

function heldKey(keys: HeldKeys, keyId: string): KeyEncryptionKey {
  const held = findKey(keys, keyId)
  if (!held) throw new DamagedCredentials(`no key file holds key ${keyId}`)
  return held.key
}

export const createOpener = (keys: HeldKeys): Opener => ({
  open: async (sealed, place) => open(sealed, place, heldKey(keys, sealed.keyId)),
})

export function createVault(keys: KeySet, store: KeyStore): Vault {
  const recorded = createRecordedKeys(keys)
  const { rootOf, allRoots } = createRoots(recorded)
  return {
    ...createOpener(keys),
    seal: async (credentials, place) => seal(credentials, place, recorded.active()),
    sealSecret: async (secret) => sealText(secret, recorded.active()),
    openSecret: async (sealed) => openText(sealed, (keyId) => heldKey(keys, keyId)),
    fingerprint: createFingerprints(allRoots),
    async refresh() {
      const announced = recorded.update(await store.listKeys())
      if (!announced) return
      await rootOf(announced)
      await store.noteKeyHeld({ keyId: announced.id, at: Date.now() })
    },
    fault: createProof(recorded),
  }
}

/** Milliseconds; each question to a service may cost money. */
const provenFor = 10_000

/** Asks the holder of the active key to open something, unless it did so a moment ago. */
function createProof({ active, recordOf }: RecordedKeys): Vault['fault'] {
  let proven = { id: '', until: 0 }
  return async () => {
    try {
      const key = active()
      if (proven.id === key.id && performance.now() < proven.until) return null
      await openFingerprintRoot(key, recordOf(key))
      proven = { id: key.id, until: performance.now() + provenFor }
      return null
    } catch (error) {
      if (!(error instanceof KeyError)) throw error
      proven = { id: '', until: 0 }
      return error
    }
  }
}

/** The roots of the fingerprints, each of which is asked for once. */
function createRoots({ active, others, recordOf }: Pick<RecordedKeys, 'active' | 'others' | 'recordOf'>) {
  const known = new Map<string, KeyObject>()

  async function rootOf(key: KeyEncryptionKey): Promise<FingerprintRoot> {
    const root = known.get(key.id) ?? (await openFingerprintRoot(key, recordOf(key)))
    known.set(key.id, root)
    return { keyId: key.id, root }
  }

  /** An older key may be gone for good; what was fingerprinted under it cannot be compared then. */
  const olderRoot = (key: KeyEncryptionKey): Promise<FingerprintRoot[]> =>
    rootOf(key).then(
      (root) => [root],
      (error) => {
        if (error instanceof KeyError && isLasting(error)) return []
        throw error
      },
    )

  const allRoots = async (): Promise<[FingerprintRoot, ...FingerprintRoot[]]> => {
    const older = await Promise.all(others().map(olderRoot))
    return [await rootOf(active()), ...older.flat()]
  }
  return { rootOf, allRoots }
}

const isLasting = ({ cause }: KeyError) => cause === 'missing' || cause === 'disabled' || cause === 'denied'
