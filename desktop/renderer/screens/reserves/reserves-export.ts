import { csvOf } from '../../../../shared/csv.ts'
import type { ReportReservesModel } from '../../../../shared/reserves.ts'
import { exportJson } from '../../parts/export-file.ts'
import type { ReservesView } from './reserve-rows.ts'

/** Where an export comes from, written into it. */
export type ExportOrigin = {
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

/** Those of the contract, and the contract address where the symbol does not tell the tokens apart. */
const columnsOf = (rows: readonly ReportReservesModel[]) =>
  rows.some(({ isLookAlike }) => isLookAlike) ? ([...columns, 'contractAddress'] as const) : columns

/** The rows as they are shown, in their order. */
export function reservesCsv(rows: readonly ReportReservesModel[]): string {
  const names = columnsOf(rows)
  const cells = rows.map((row) => names.map((column) => `${row[column] ?? ''}`))
  return csvOf(names, cells)
}

/** The same with where it comes from; amounts are strings, so that no reader rounds them. */
export function reservesJson(rows: readonly ReportReservesModel[], { view, ...origin }: ExportOrigin): string {
  const { text, blockchain, sortBy, isDescending } = view
  const names = columnsOf(rows)
  return exportJson({
    report: 'reserves',
    ...origin,
    filter: { text, blockchain },
    sort: { by: sortBy, order: isDescending ? 'descending' : 'ascending' },
    rows: rows.map((row) => Object.fromEntries(names.map((column) => [column, row[column]]))),
  })
}
