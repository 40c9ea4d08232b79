import type { LucideIcon } from 'lucide-react'

export type PaletteEntry = {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  /** What tells it from others of that name. */
  readonly about?: string
  /** Its shortcut. */
  readonly keys?: string
  readonly go: () => void
}

export type PaletteGroup = {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
  /** Offered only once something is looked for. */
  readonly isHidden?: boolean
}

/** Most entries shown of one kind; the next letter narrows them. */
const mostOfGroup = 12

/** Entries with every word of the query, in any order; exact names first, then names that begin with the query. */
export function foundIn(groups: readonly PaletteGroup[], query: string): readonly PaletteGroup[] {
  const wanted = query.trim().toLowerCase()
  const words = wanted.split(/\s+/)
  const fits = ({ label, about = '' }: PaletteEntry) => {
    const text = `${label} ${about}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const rankOf = ({ label }: PaletteEntry) => {
    const name = label.toLowerCase()
    return name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2
  }
  return groups
    .filter(({ isHidden }) => wanted !== '' || !isHidden)
    .map(({ entries, ...group }) => {
      const found = entries.filter(fits).sort((a, b) => rankOf(a) - rankOf(b))
      return { ...group, entries: found.slice(0, mostOfGroup) }
    })
    .filter(({ entries }) => entries.length > 0)
}

/** Up to 19 digits, as many as an id has at most. */
const id = /(?<!\d)[1-9]\d{0,18}(?!\d)/g

type Ids = { readonly tenantId: string; readonly custodianId: string }

/** The tenant and the custodian that a text names, in this order; only the custodian where there is but one tenant. */
export function idsIn(text: string, ownTenant: string | null): Ids | null {
  const [first, second, ...more] = text.match(id) ?? []
  if (first === undefined || more.length > 0) return null
  if (second !== undefined) return { tenantId: first, custodianId: second }
  return ownTenant === null ? null : { tenantId: ownTenant, custodianId: first }
}
