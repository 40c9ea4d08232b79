import type { SqlQuery } from '../connection.ts'

const rowsAtOnce = 1_000

type Pages<Row> = {
  /** Rows behind the place `$after...` in the order of that place, `$limit` of them. */
  readonly sql: string
  readonly values?: Readonly<Record<string, unknown>>
  /** The place of a row, by the names that the statement has for it; of the first page, that of no row. */
  readonly placeOf: (row: Row | null) => Readonly<Record<string, unknown>>
}

/** All rows of a statement, a page in memory at a time. */
export async function* rowsOf<Row>(query: SqlQuery, { sql, values = {}, placeOf }: Pages<Row>): AsyncGenerator<Row> {
  let last: Row | null = null
  for (;;) {
    const rows: readonly Row[] = await query<Row>(sql, { ...values, ...placeOf(last), limit: rowsAtOnce })
    yield* rows
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1) ?? null
  }
}
