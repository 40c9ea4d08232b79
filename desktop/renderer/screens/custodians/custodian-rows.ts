import { CustodianState } from '../../../../shared/custodians.ts'
import { isOverdue } from '../../../bridge/attention.ts'
import { isKnown, type ReadCustodian } from '../../../bridge/new-words.ts'
import { inLanguage } from '../../../words/words.ts'
import { providerTitle } from '../../data/provider-title.ts'
import type { SortOrder } from '../../parts/column-header.tsx'

export type CustodianRow = ReadCustodian & {
  readonly providerTitle: string
  /** Name of the tenant; its id where the token may not read names. */
  readonly tenantName: string
  readonly isDue: boolean
  readonly isOverdue: boolean
}

export type CustodianFilter = 'all' | 'due' | CustodianState
export type CustodianSortColumn = 'name' | 'provider' | 'tenant' | 'state' | 'rotated' | 'checked'
export type CustodiansView = {
  readonly search: string
  readonly filter: CustodianFilter
  readonly order: SortOrder<CustodianSortColumn>
}

export const firstView: CustodiansView = { search: '', filter: 'all', order: { column: 'state', isDescending: false } }

type Known = { readonly tenantNames: ReadonlyMap<string, string>; readonly now: number; readonly dueDays: number }

export const custodianRowsOf = (custodians: readonly ReadCustodian[], { tenantNames, ...due }: Known): CustodianRow[] =>
  custodians.map((custodian) => ({
    ...custodian,
    providerTitle: providerTitle(custodian.provider),
    tenantName: tenantNames.get(custodian.tenantId) ?? custodian.tenantId,
    isDue: isDue(custodian, due),
    isOverdue: isOverdue(custodian, due),
  }))

export const fits = (row: CustodianRow, filter: CustodianFilter): boolean =>
  filter === 'all' || (filter === 'due' ? row.isDue : row.state === filter)

/** Every word of the search is somewhere in name, provider, tenant or id. */
function matcherOf(search: string): (row: CustodianRow) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (row) => {
    const text = `${row.name}\n${row.providerTitle}\n${row.tenantName}\n${row.id}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

const collator = inLanguage((language) => new Intl.Collator(language, { numeric: true, sensitivity: 'base' }))

/** What needs an operator first. */
const stateRank: Readonly<Record<CustodianState, number>> = {
  rejected: 0,
  'no-credentials': 1,
  rotating: 3,
  'in-force': 4,
}
/** A state unknown to this console comes after those that need an operator. */
const unknownRank = 1.5
const overdueRank = 2
const disabledRank = 5

function rankOf({ state, disabled, isOverdue: isLate }: CustodianRow): number {
  if (disabled) return disabledRank
  const rank = isKnown(CustodianState, state) ? stateRank[state] : unknownRank
  return isLate ? Math.min(rank, overdueRank) : rank
}

const comparisons: Readonly<Record<CustodianSortColumn, (a: CustodianRow, b: CustodianRow) => number>> = {
  name: (a, b) => collator().compare(a.name, b.name),
  provider: (a, b) => collator().compare(a.providerTitle, b.providerTitle),
  tenant: (a, b) => collator().compare(a.tenantName, b.tenantName),
  state: (a, b) => rankOf(a) - rankOf(b),
  rotated: (a, b) => (a.lastRotatedAt ?? '').localeCompare(b.lastRotatedAt ?? ''),
  checked: (a, b) => (a.lastCheckedAt ?? '').localeCompare(b.lastCheckedAt ?? ''),
}

/** Rows that compare alike keep the order of their names, then of their ids, whichever way the column is sorted. */
function comparisonOf({ column, isDescending }: SortOrder<CustodianSortColumn>) {
  const compare = comparisons[column]
  return (a: CustodianRow, b: CustodianRow) =>
    (isDescending ? compare(b, a) : compare(a, b)) || comparisons.name(a, b) || collator().compare(a.id, b.id)
}

/** The rows to show, in their order. */
export function shownRows(rows: readonly CustodianRow[], { search, filter, order }: CustodiansView): CustodianRow[] {
  const matches = matcherOf(search)
  return rows.filter((row) => fits(row, filter) && matches(row)).toSorted(comparisonOf(order))
}

/** Whether the custodian needs new keys: it is enabled, and has none, its keys are refused, or they reached the age of the settings. */
export function isDue(custodian: ReadCustodian, { now, dueDays }: { now: number; dueDays: number }): boolean {
  if (custodian.disabled) return false
  if (custodian.state === 'no-credentials' || custodian.state === 'rejected') return true
  return isOverdue(custodian, { now, dueDays })
}
