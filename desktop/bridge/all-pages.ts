type Page<Row> = { readonly items: readonly Row[]; readonly nextCursor: string | null }
type ReadPage<Row> = (cursor: string | null) => Promise<Page<Row>>

/** Pages that are read at most, so that no server keeps the console reading. */
const mostPages = 100

/** The rows of a list as far as they are read; a screen says where the server has more. */
export type ReadRows<Row> = { readonly rows: readonly Row[]; readonly isCut: boolean }

/** Hands over the rows of a list page by page, in their order; answers whether the server has more. */
export async function forEachPage<Row>(read: ReadPage<Row>, take: (rows: readonly Row[]) => void): Promise<boolean> {
  let cursor: string | null = null
  for (let count = 0; count < mostPages; count += 1) {
    const page: Page<Row> = await read(cursor)
    take(page.items)
    cursor = page.nextCursor
    if (cursor === null) return false
  }
  return true
}

/** The rows of all pages of a list, in their order. */
export async function allPages<Row>(read: ReadPage<Row>): Promise<ReadRows<Row>> {
  const rows: Row[] = []
  const isCut = await forEachPage(read, (more) => rows.push(...more))
  return { rows, isCut }
}
