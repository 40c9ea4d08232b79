import { inLanguage } from '../../../../words/words.ts'
import type { SortOrder } from '../../../parts/column-header.tsx'

/** A network, a token of one, or a reserve account. */
export type ReserveObject = {
  readonly id: string
  readonly version: number
  readonly disabled: boolean
  readonly blockchainId?: string
}

export type ObjectsView = {
  readonly search: string
  /** ID of the one network whose objects are shown; empty for all. */
  readonly network: string
  readonly order: SortOrder<string>
}

/** What a column shows of an object, as it is sorted and searched. */
export type ColumnText<Item> = { readonly id: string; readonly textOf: (item: Item) => string }

const collator = inLanguage((language) => new Intl.Collator(language, { numeric: true, sensitivity: 'base' }))

/** The objects to show, in their order; every word of the search is in one of the columns. */
export function shownObjects<Item extends ReserveObject>(
  items: readonly Item[],
  columns: readonly ColumnText<Item>[],
  { search, network, order }: ObjectsView,
): readonly Item[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const searched = (item: Item) => columns.map(({ textOf }) => textOf(item).toLowerCase()).join('\n')
  const sorted = columns.find(({ id }) => id === order.column) ?? columns[0]
  const compare = (a: Item, b: Item) => (sorted ? collator().compare(sorted.textOf(a), sorted.textOf(b)) : 0)
  return items
    .filter((item) => network === '' || item.blockchainId === network)
    .filter((item) => words.length === 0 || words.every((word) => searched(item).includes(word)))
    .toSorted((a, b) => (order.isDescending ? compare(b, a) : compare(a, b)) || collator().compare(a.id, b.id))
}
