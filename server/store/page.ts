import type { Page, PageRequest, Position } from './store.ts'

/** What to bind to LIMIT: one row more than a page has tells whether the list goes on. */
export const rowsFor = ({ limit }: PageRequest): number => limit + 1

/** Cuts what was read with `rowsFor` to a page. */
export function pageFrom<Row>(
  rows: readonly Row[],
  { limit }: PageRequest,
  positionOf: (row: Row) => Position,
): Page<Row> {
  const page = rows.slice(0, limit)
  return { rows: page, next: rows.length > limit ? positionOf(page.at(-1) as Row) : null }
}
