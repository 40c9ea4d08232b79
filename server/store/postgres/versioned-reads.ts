import { LRUCache } from 'lru-cache'
import type { StoredVersions, VersionWatch } from './versions.ts'

type Scope = (versions: StoredVersions) => string

/** When a value was up to date. The same numbers stand for other data on another timeline, which may lack the last changes. */
type Moment = { readonly timeline: string; readonly scope: string }

type Kept = { readonly value: object; readonly version: string; seenAt: Moment }

const momentOf = (scope: Scope, versions: StoredVersions): Moment => ({
  timeline: versions.timeline,
  scope: scope(versions),
})

const isMomentOf = (moment: Moment, scope: Scope, versions: StoredVersions): boolean =>
  moment.timeline === versions.timeline && moment.scope === scope(versions)

/** How a value is read, and what tells whether reading it again would give it again. */
export type VersionedRead<Value extends object> = {
  readonly key: string
  /** What moves whenever the value may be another. */
  readonly scope: Scope
  /** The version of the value itself; null where it is not there. The scope, unless stated. */
  readonly version?: () => Promise<string | null>
  /** The value and its version, of one moment. */
  readonly build: () => Promise<{ readonly value: Value; readonly version: string | null } | null>
}

/** Values that are answered as the very same frozen object while nothing that they show changes. */
export type VersionedReads = {
  get<Value extends object>(read: VersionedRead<Value>): Promise<Value | null>
  isUnchanged(value: object): boolean
}

const rowsIn = (value: object): number =>
  Array.isArray(value)
    ? value.length
    : Object.values(value).reduce((most, part) => Math.max(most, Array.isArray(part) ? part.length : 0), 0)

/** Bounded by the number of rows held. */
export function createVersionedReads(watch: VersionWatch, mostRows: number): VersionedReads {
  const kept = new LRUCache<string, Kept>({ maxSize: mostRows, sizeCalculation: ({ value }) => rowsIn(value) + 1 })
  const scopes = new WeakMap<object, { readonly kept: Kept; readonly scope: Scope }>()
  const building = new Map<string, Promise<object | null>>()

  const keep = <Value extends object>({ key, scope }: VersionedRead<Value>, value: Value, at: Omit<Kept, 'value'>) => {
    const frozen = Object.freeze(value)
    const entry = { ...at, value: frozen }
    kept.set(key, entry)
    scopes.set(frozen, { kept: entry, scope })
    return frozen
  }

  async function renew<Value extends object>(read: VersionedRead<Value>, seenAt: Moment): Promise<Value | null> {
    const known = kept.get(read.key)
    if (known?.seenAt.timeline === seenAt.timeline && (await read.version?.()) === known.version) {
      known.seenAt = seenAt
      return known.value as Value
    }
    const built = await read.build()
    return built && keep(read, built.value, { version: built.version ?? seenAt.scope, seenAt })
  }

  return {
    async get(read) {
      const versions = await watch.read()
      const known = kept.get(read.key)
      if (known && isMomentOf(known.seenAt, read.scope, versions)) return known.value as never
      const seenAt = momentOf(read.scope, versions)
      const name = `${read.key} ${seenAt.timeline} ${seenAt.scope}`
      const renewing = building.get(name) ?? renew(read, seenAt).finally(() => building.delete(name))
      building.set(name, renewing)
      return renewing as never
    },
    isUnchanged(value) {
      const versions = watch.current()
      const found = scopes.get(value)
      return versions !== null && found !== undefined && isMomentOf(found.kept.seenAt, found.scope, versions)
    },
  }
}
