import { LRUCache } from 'lru-cache'

/** The version of what a value shows, when it was read, and how to read it now (null: the value is gone). */
export type Version = { readonly current: string; readonly read: () => string | null }

type Entry = { readonly version: string; readonly value: object }

/** Keeps what was last read under a key until the version of what it shows moves on. */
export type VersionedCache = {
  /** What is kept under the key, if it is of this version. */
  find<Value extends object>(key: string, current: string): Value | null
  get<Value extends object>(key: string, version: Version, build: () => Value): Value
  /** Whether reading this value again would give it again. Asks the database once in each state of it. */
  isUnchanged(value: object): boolean
}

const rowsIn = (value: object): number =>
  Array.isArray(value)
    ? value.length
    : Object.values(value).reduce((most, part) => Math.max(most, Array.isArray(part) ? part.length : 0), 0)

/** Bounded by the number of rows held, regardless of the number of keys. `stateOf` numbers the states of the database. */
export function createVersionedCache(mostRows: number, stateOf: () => number): VersionedCache {
  const entries = new LRUCache<string, Entry>({ maxSize: mostRows, sizeCalculation: ({ value }) => rowsIn(value) + 1 })
  const versions = new WeakMap<object, Version & { confirmedIn: number }>()
  const find = <Value extends object>(key: string, current: string): Value | null => {
    const entry = entries.get(key)
    return entry?.version === current ? (entry.value as Value) : null
  }
  return {
    find,
    get(key, version, build) {
      const known = find<ReturnType<typeof build>>(key, version.current)
      if (known) return known
      const value = Object.freeze(build())
      entries.set(key, { version: version.current, value })
      versions.set(value, { ...version, confirmedIn: 0 })
      return value
    },
    isUnchanged(value) {
      const version = versions.get(value)
      if (!version) return false
      const state = stateOf()
      if (version.confirmedIn === state) return true
      if (version.read() !== version.current) return false
      version.confirmedIn = state
      return true
    },
  }
}
