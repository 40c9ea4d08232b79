type Page<Row> = { readonly items: readonly Row[]; readonly nextCursor: string | null }

/** Pages that are read at most, so that no server keeps the console reading. */
const mostPages = 10

/** The rows of all pages of a list, in their order. */
export async function allPages<Row>(read: (cursor: string | null) => Promise<Page<Row>>): Promise<readonly Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  for (let count = 0; count < mostPages; count += 1) {
    const page: Page<Row> = await read(cursor)
    rows.push(...page.items)
    cursor = page.nextCursor
    if (cursor === null) break
  }
  return rows
}
