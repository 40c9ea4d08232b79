import type { ReportReservesModel } from '../../../../shared/reserves.ts'

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
