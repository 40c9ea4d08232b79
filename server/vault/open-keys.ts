import { DataFolderError } from '../platform/data-folder-error.ts'
import type { KeyHolder } from './holders/holder.ts'
import { fileKeys } from './key-ring.ts'
import type { HeldKey, KeyRole, KeySet } from './key-set.ts'
import type { KeyUri } from './key-uri.ts'

/** The keys of a configuration: the one that seals, one to rotate to, and those that only open. */
export type KeyUris = {
  readonly active: KeyUri
  readonly next: KeyUri | null
  readonly retired: readonly KeyUri[]
}

/** Where the keys of a folder are; `keys` wins over the file. */
export type KeyPlaces = { readonly keyFile: string; readonly keys?: KeyUris | null }

/** Throws a `DataFolderError` where a key file cannot be used, or a URI says too little. Sends no request. */
export async function openKeys({ keyFile, keys }: KeyPlaces): Promise<KeySet> {
  if (!keys) return fileKeys(keyFile)
  const active = await keysAt(keys.active)
  const next = keys.next && (await keysAt(keys.next))
  const retired = await Promise.all(keys.retired.map(keysAt))
  return combined(active, next, retired)
}

/** Its module is loaded only where it is used. */
async function keysAt(uri: KeyUri): Promise<KeySet> {
  if (uri.scheme === 'file') return fileKeys(uri.place)
  if (uri.scheme === 'fd') return fileKeys(`/dev/fd/${uri.place}`)
  const { holderAt } = await import('./holders/holders.ts')
  try {
    return keysOf(await holderAt(uri))
  } catch (error) {
    throw new DataFolderError(`its key is not usable: ${(error as Error).message.replace(/\.$/, '')}`, 'Correct --key.')
  }
}

const keysOf = ({ name, find, newest }: KeyHolder): KeySet => ({
  name,
  listed: () => [],
  find: (keyId) => asRole(find(keyId), 'active'),
  first: newest,
  prepareNext: newest,
  promoteNext: () => null,
  reload: () => {},
})

const asRole = (key: HeldKey['key'] | null, role: KeyRole): HeldKey | null => key && { role, key }

function combined(active: KeySet, next: KeySet | null, retired: readonly KeySet[]): KeySet {
  const all = [active, ...(next ? [next] : []), ...retired]
  /** What is retired where it is held is retired here too. */
  const roleIn = (keys: KeySet, { role, key }: HeldKey): HeldKey => {
    if (keys === active || role === 'retired') return { role, key }
    return { key, role: keys === next ? 'next' : 'retired' }
  }
  return {
    name: all.map(({ name }) => name).join(', '),
    listed: () => all.flatMap((keys) => keys.listed().map((held) => roleIn(keys, held))),
    find(keyId) {
      for (const keys of all) {
        const held = keys.find(keyId)
        if (held) return roleIn(keys, held)
      }
      return null
    },
    first: active.first,
    prepareNext: next ? next.first : active.prepareNext,
    promoteNext: () => (next ? null : active.promoteNext()),
    reload: () => all.forEach((keys) => void keys.reload()),
  }
}
