import type { Truth } from '../store/engine.ts'

export type Total = { readonly amount: string; readonly count: number }
export type Ledger = {
  /** By token id. */
  readonly tokens: Readonly<Record<string, Total & { readonly lastAt: number }>>
  /** By "account token". */
  readonly accounts: Readonly<Record<string, Total>>
}

/** The totals that the store keeps. */
export async function keptLedger(truth: Truth): Promise<Ledger> {
  const tokens = (await truth.read('tokenTotals')).map(({ tokenId, ...total }) => [tokenId, total])
  const accounts = (await truth.read('accountTotals')).map(({ accountId, tokenId, ...total }) => [
    `${accountId} ${tokenId}`,
    total,
  ])
  return { tokens: Object.fromEntries(tokens), accounts: Object.fromEntries(accounts) }
}

export type Moved = {
  readonly token: string
  readonly amount: bigint
  readonly from: string | null
  readonly to: string | null
  readonly at: number
}

/** Sums transactions the slow way, one by one, independently of the store. */
export function sumUp(moves: Iterable<Moved>): Ledger {
  const tokens: Record<string, { amount: bigint; count: number; lastAt: number }> = {}
  const accounts: Record<string, { amount: bigint; count: number }> = {}
  for (const { token, amount, from, to, at } of moves) {
    tokens[token] ??= { amount: 0n, count: 0, lastAt: 0 }
    tokens[token].amount += (to === null ? 0n : amount) - (from === null ? 0n : amount)
    tokens[token].count += 1
    tokens[token].lastAt = Math.max(tokens[token].lastAt, at)
    for (const account of new Set([from, to])) {
      if (account === null) continue
      accounts[`${account} ${token}`] ??= { amount: 0n, count: 0 }
      const total = accounts[`${account} ${token}`] as { amount: bigint; count: number }
      total.amount += (account === to ? amount : 0n) - (account === from ? amount : 0n)
      total.count += 1
    }
  }
  const written = <Sum extends { amount: bigint }>(sums: Record<string, Sum>) =>
    Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, { ...sum, amount: `${sum.amount}` }]))
  return { tokens: written(tokens), accounts: written(accounts) }
}

/** The ledger that the stored transactions add up to. */
export async function recountedLedger(truth: Truth): Promise<Ledger> {
  return sumUp(
    (await truth.read('transactions')).map(({ tokenId, amount, fromAccountId, toAccountId, at }) => ({
      token: tokenId,
      amount: BigInt(amount),
      from: fromAccountId,
      to: toAccountId,
      at,
    })),
  )
}
