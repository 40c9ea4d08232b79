import { LRUCache } from 'lru-cache'

type Entry = { readonly version: string; readonly value: object }

/** Keeps what was last read under a key until the version of what it shows moves on. */
export type VersionedCache = {
  get<Value extends object>(key: string, version: string, build: () => Value): Value
}

const rowsIn = (value: object): number =>
  Array.isArray(value)
    ? value.length
    : Object.values(value).reduce((most, part) => Math.max(most, Array.isArray(part) ? part.length : 0), 0)

/** Bounded by the number of rows held, regardless of the number of keys. */
export function createVersionedCache(mostRows: number): VersionedCache {
  const entries = new LRUCache<string, Entry>({ maxSize: mostRows, sizeCalculation: ({ value }) => rowsIn(value) + 1 })
  return {
    get(key, version, build) {
      const entry = entries.get(key)
      if (entry?.version === version) return entry.value as ReturnType<typeof build>
      const value = Object.freeze(build())
      entries.set(key, { version, value })
      return value
    },
  }
}
