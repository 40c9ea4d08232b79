import type { ReportReservesModel } from '../../../../shared/reserves.ts'
import { compareDecimals } from './decimals.ts'
import type { BlockchainCount } from './reserve-rows.ts'

export type Bar = {
  readonly name: string
  /** Exact. */
  readonly figure: string
  /** Length of the bar as a share of the longest, -1 to 1; approximate, as lengths are. */
  readonly share: number
}

export type Bars = {
  readonly bars: readonly Bar[]
  /** How many did not find room. */
  readonly leftOut: number
}

const mostBars = 20

const sizeOf = (decimal: string) => decimal.replace('-', '')

/** An amount as a share of another that is not smaller: decimals of any length, so never as numbers of their own. */
export function shareOf(part: string, largest: string): number {
  const exponent = (sizeOf(largest).split('.')[0] ?? '').length
  const scaled = (decimal: string) => Number(`${decimal}e-${exponent}`)
  const whole = scaled(sizeOf(largest))
  return whole === 0 ? 0 : scaled(part) / whole
}

const largestOf = (amounts: readonly string[]): string =>
  amounts.map(sizeOf).reduce((largest, size) => (compareDecimals(size, largest) > 0 ? size : largest), '0')

/** The token on the most blockchains, for there a chart tells most; the first by name among equals. */
export function tellingToken(rows: readonly ReportReservesModel[]): string {
  const places = new Map<string, number>()
  for (const { tokenSymbol } of rows) places.set(tokenSymbol, (places.get(tokenSymbol) ?? 0) + 1)
  const [first] = [...places].sort(([a, placesA], [b, placesB]) => placesB - placesA || (a < b ? -1 : 1))
  return first?.[0] ?? ''
}

/** What one token has on each of its blockchains, on the scale of that token, largest first. */
export function amountBars(rows: readonly ReportReservesModel[], tokenSymbol: string): Bars {
  const own = rows.filter((row) => row.tokenSymbol === tokenSymbol)
  const largest = largestOf(own.map(({ reserveAmount }) => reserveAmount))
  const sorted = own.sort((a, b) => compareDecimals(b.reserveAmount, a.reserveAmount))
  const bars = sorted.slice(0, mostBars).map((row) => ({
    name: row.isLookAlike ? `${row.blockchain} ${row.contractAddress ?? ''}`.trimEnd() : row.blockchain,
    figure: row.reserveAmount,
    share: shareOf(row.reserveAmount, largest),
  }))
  return { bars, leftOut: own.length - bars.length }
}

/** How many transactions each blockchain has, most first. */
export function transactionBars(counts: readonly BlockchainCount[]): Bars {
  const largest = `${counts[0]?.transactions ?? 0n}`
  const bars = counts.slice(0, mostBars).map(({ blockchain, transactions }) => ({
    name: blockchain,
    figure: `${transactions}`,
    share: shareOf(`${transactions}`, largest),
  }))
  return { bars, leftOut: counts.length - bars.length }
}
