import { tablesIn } from '../harness/tables.ts'

export type Total = { readonly amount: string; readonly count: number }
export type Ledger = {
  /** By token id. */
  readonly tokens: Readonly<Record<string, Total & { readonly lastAt: number }>>
  /** By "account token". */
  readonly accounts: Readonly<Record<string, Total>>
}

type TokenRow = { token_id: bigint; amount: string; transaction_count: bigint; last_at: bigint }
type AccountRow = { reserve_account_id: bigint; token_id: bigint; amount: string; transaction_count: bigint }
type TransactionRow = {
  token_id: bigint
  amount: string
  from_account_id: bigint | null
  to_account_id: bigint | null
  at: bigint
}

/** The totals that the store keeps. */
export function keptLedger(dataDir: string): Ledger {
  const tables = tablesIn(dataDir)
  const tokens = (tables.token_totals as TokenRow[]).map((row) => [
    `${row.token_id}`,
    { amount: row.amount, count: Number(row.transaction_count), lastAt: Number(row.last_at) },
  ])
  const accounts = (tables.account_totals as AccountRow[]).map((row) => [
    `${row.reserve_account_id} ${row.token_id}`,
    { amount: row.amount, count: Number(row.transaction_count) },
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
export function recountedLedger(dataDir: string): Ledger {
  const rows = tablesIn(dataDir).reserve_transactions as TransactionRow[]
  const id = (value: bigint | null) => (value === null ? null : `${value}`)
  return sumUp(
    rows.map((row) => ({
      token: `${row.token_id}`,
      amount: BigInt(row.amount),
      from: id(row.from_account_id),
      to: id(row.to_account_id),
      at: Number(row.at),
    })),
  )
}
