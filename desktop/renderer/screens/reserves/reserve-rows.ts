import type { ReportReservesModel } from '../../../../shared/reserves.ts'
import { compareDecimals } from './decimals.ts'

export type ReservesSortColumn = Exclude<keyof ReportReservesModel, 'contractAddress' | 'isLookAlike' | 'disabled'>
export type ReservesView = {
  /** Part of a symbol or of a blockchain's name, or the beginning of a contract address, in any case. */
  readonly text: string
  /** null for all. */
  readonly blockchain: string | null
  readonly sortBy: ReservesSortColumn
  readonly isDescending: boolean
}

/** The whole report in the order of the server. */
export const wholeReport: ReservesView = { text: '', blockchain: null, sortBy: 'tokenSymbol', isDescending: false }

const order = <Value>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

type Comparison = (a: ReportReservesModel, b: ReportReservesModel) => number

const comparisons: Record<ReservesSortColumn, Comparison> = {
  tokenSymbol: (a, b) => order(a.tokenSymbol, b.tokenSymbol),
  blockchain: (a, b) => order(a.blockchain, b.blockchain),
  reserveAmount: (a, b) => compareDecimals(a.reserveAmount, b.reserveAmount),
  transactionCount: (a, b) => order(a.transactionCount, b.transactionCount),
  lastTransactionDate: (a, b) => order(a.lastTransactionDate, b.lastTransactionDate),
}

function isWanted(row: ReportReservesModel, { text, blockchain }: ReservesView): boolean {
  if (blockchain !== null && row.blockchain !== blockchain) return false
  const wanted = text.trim().toLowerCase()
  if (row.contractAddress?.toLowerCase().startsWith(wanted)) return true
  return row.tokenSymbol.toLowerCase().includes(wanted) || row.blockchain.toLowerCase().includes(wanted)
}

/** The rows to show, filtered and sorted; rows that are alike in the column stay in the order of the server. */
export function reserveRowsOf(
  report: readonly ReportReservesModel[],
  view: ReservesView,
): readonly ReportReservesModel[] {
  const compare = comparisons[view.sortBy]
  const sign = view.isDescending ? -1 : 1
  return report.filter((row) => isWanted(row, view)).sort((a, b) => sign * compare(a, b))
}

/** A key per row; a symbol can come twice on one blockchain, as a token and its forgery do. */
export function withKeys(rows: readonly ReportReservesModel[]) {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const name = JSON.stringify([row.tokenSymbol, row.blockchain])
    const nth = seen.get(name) ?? 0
    seen.set(name, nth + 1)
    return { ...row, key: `${name}${nth}` }
  })
}

export type ReportProps = {
  readonly report: readonly ReportReservesModel[]
  readonly view: ReservesView
  readonly onView: (view: ReservesView) => void
}

export type BlockchainCount = {
  readonly blockchain: string
  readonly tokens: number
  /** Exact beyond 2^53 too. */
  readonly transactions: bigint
}

/** Tokens and transactions on each blockchain, most transactions first. Amounts are of different tokens and never added. */
export function countsOf(rows: readonly ReportReservesModel[]): readonly BlockchainCount[] {
  const counts = new Map<string, BlockchainCount>()
  for (const { blockchain, transactionCount } of rows) {
    const { tokens, transactions } = counts.get(blockchain) ?? { tokens: 0, transactions: 0n }
    counts.set(blockchain, { blockchain, tokens: tokens + 1, transactions: transactions + BigInt(transactionCount) })
  }
  return [...counts.values()].sort((a, b) => Number(b.transactions - a.transactions))
}
