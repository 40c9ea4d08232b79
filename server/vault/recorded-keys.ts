import { type KeyEncryptionKey, KeyError } from './key-encryption-key.ts'
import { activeOf, type KeyRecord } from './key-record.ts'
import type { HeldKey, KeySet } from './key-set.ts'

/** The keys of a server with what the store has of them, as it was read last. */
export type RecordedKeys = {
  /** Throws a `KeyError` where the recorded key is not here, or is a retired one. */
  active(): KeyEncryptionKey
  /** Every other key that is here. */
  others(): readonly KeyEncryptionKey[]
  recordOf(key: KeyEncryptionKey): KeyRecord | undefined
  /** Takes what the store has now; answers the key that is to become active, if it is here and that is not noted yet. */
  update(now: readonly KeyRecord[]): KeyEncryptionKey | null
}

/** The key files may have changed since they were read. */
export function findKey(keys: Pick<KeySet, 'find' | 'reload'>, keyId: string): HeldKey | null {
  const held = keys.find(keyId)
  if (held) return held
  keys.reload()
  return keys.find(keyId)
}

export function createRecordedKeys(keys: KeySet): RecordedKeys {
  let records: readonly KeyRecord[] = []
  const active = () => usable(keys, activeOf(records)?.keyId)
  return {
    active,
    others() {
      const recorded = records.flatMap(({ keyId }) => keys.find(keyId) ?? [])
      const all = new Map([...keys.listed(), ...recorded].map(({ key }) => [key.id, key]))
      all.delete(active().id)
      return [...all.values()]
    },
    recordOf: ({ id }) => records.find(({ keyId }) => keyId === id),
    update(now) {
      if (textOf(now) !== textOf(records)) keys.reload()
      records = now
      const announced = now.find(({ state, heldAt }) => state === 'next' && heldAt === null)
      const held = announced ? findKey(keys, announced.keyId) : null
      return held && held.role !== 'retired' ? held.key : null
    },
  }
}

const textOf = (records: readonly KeyRecord[]) => JSON.stringify(records.map(({ keyId, state }) => [keyId, state]))

function usable(keys: KeySet, keyId: string | undefined): KeyEncryptionKey {
  const held = keyId === undefined ? null : findKey(keys, keyId)
  if (!held) throw new KeyError('missing', `key ${keyId} is active, but is not among those in ${keys.name}`)
  if (held.role !== 'retired') return held.key
  throw new KeyError('replaced', `key ${keyId} is recorded as active, but is a retired one here`)
}
