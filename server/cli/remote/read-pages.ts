import { largestPage } from '../../../shared/paging.ts'
import type { Result } from '../../../shared/result.ts'
import type { Api, RemoteFailure } from './api.ts'
import { requireValue } from './remote-error.ts'

export type PageInput = { readonly limit: number; readonly cursor?: string }
export type ListPage<Row> = { readonly items: readonly Row[]; readonly nextCursor: string | null }

type Pages<Row> = {
  /** What is listed, for an error: `tokens`. */
  readonly several: string
  readonly page: (input: PageInput) => Promise<Result<ListPage<Row>, RemoteFailure>>
}

/** All rows of a list, page by page. */
export async function readPages<Row>(api: Api, { several, page }: Pages<Row>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const input = { limit: largestPage, ...(cursor !== undefined && { cursor }) }
    const read = requireValue(await page(input), `the ${several} cannot be listed`, api)
    rows.push(...read.items)
    cursor = read.nextCursor
  }
  return rows
}
