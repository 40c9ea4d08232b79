import type { ReportReservesModel } from '../../../../shared/reserves.ts'
import { csvOf } from '../../export/csv.ts'
import { jsonOf } from '../../export/json.ts'
import type { ReservesView } from './reserve-rows.ts'

/** Where an export comes from, written into it. */
export type Origin = {
  /** When the answer of the server came, ISO 8601 in UTC. */
  readonly asOf: string
  readonly server: string
  readonly profile: string
  readonly environment: string
  /** null when the server did not say. */
  readonly contractVersion: string | null
  readonly view: ReservesView
}

const columns = ['tokenSymbol', 'blockchain', 'reserveAmount', 'transactionCount', 'lastTransactionDate'] as const

/** The rows as they are shown, in their order. */
export const reservesCsv = (rows: readonly ReportReservesModel[]): string =>
  csvOf(
    columns,
    rows.map((row) => columns.map((column) => `${row[column]}`)),
  )

/** The same with where it comes from; amounts are strings, so that no reader rounds them. */
export function reservesJson(rows: readonly ReportReservesModel[], { view, ...origin }: Origin): string {
  const { text, blockchain, sortBy, isDescending } = view
  return jsonOf({
    report: 'reserves',
    ...origin,
    filter: { text, blockchain },
    sort: { by: sortBy, order: isDescending ? 'descending' : 'ascending' },
    rows: rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]]))),
  })
}
