import type { Inspection, KeptTotal, LedgerRow } from '../store/inspection.ts'
import { type Finding, failing, passing } from './finding.ts'

type Total = { amount: bigint; transactionCount: number; lastAt: number }

const keyOf = (tokenId: string, accountId: string | null) =>
  accountId === null ? `token ${tokenId}` : `token ${tokenId} in account ${accountId}`

/** Adds up every reserve transaction, one at a time, and compares each sum with the stored total. */
export async function checkTotals(inspection: Inspection): Promise<Finding> {
  const fault = await findWrongTotal(inspection)
  return typeof fault === 'number'
    ? passing('totals', `all totals are the sums of their transactions (${fault})`)
    : failing('totals', fault.reason, inspection.engine.steps.restore)
}

/** What is wrong with a total; where none is, how many transactions there are. */
async function findWrongTotal(inspection: Inspection): Promise<{ readonly reason: string } | number> {
  const sums = new Map<string, Total>()
  let rows = 0
  for await (const row of inspection.ledger()) {
    if (!/^\d+$/.test(row.amount)) return noNumber(row)
    enter(sums, row)
    rows += 1
  }
  for await (const kept of inspection.keptTotals()) {
    const key = keyOf(kept.tokenId, kept.accountId)
    if (!fits(kept, sums.get(key))) return wrong(key, kept.amount, sums.get(key))
    sums.delete(key)
  }
  const [missing] = sums
  if (missing) return wrong(missing[0], 'none', missing[1])
  return rows
}

/** A transfer between two accounts leaves the token's sum as it is and counts once for each of them. */
function enter(sums: Map<string, Total>, { tokenId, amount, fromAccountId, toAccountId, at }: LedgerRow): void {
  const value = BigInt(amount)
  const flowInto = (isTo: boolean, isFrom: boolean) => (isTo ? value : 0n) - (isFrom ? value : 0n)
  add(sums, keyOf(tokenId, null), { amount: flowInto(toAccountId !== null, fromAccountId !== null), at })
  for (const account of new Set([fromAccountId, toAccountId]))
    if (account !== null)
      add(sums, keyOf(tokenId, account), { amount: flowInto(account === toAccountId, account === fromAccountId), at })
}

function add(sums: Map<string, Total>, key: string, { amount, at }: { amount: bigint; at: number }): void {
  const sum = sums.get(key) ?? { amount: 0n, transactionCount: 0, lastAt: at }
  sum.amount += amount
  sum.transactionCount += 1
  sum.lastAt = Math.max(sum.lastAt, at)
  sums.set(key, sum)
}

const fits = ({ amount, transactionCount, lastAt }: KeptTotal, sum: Total | undefined) =>
  sum !== undefined &&
  amount === `${sum.amount}` &&
  transactionCount === sum.transactionCount &&
  (lastAt === null || lastAt === sum.lastAt)

const wrong = (key: string, kept: string, sum: Total | undefined) => ({
  reason: `the stored total of ${key} is ${kept}, but its ${sum?.transactionCount ?? 0} transactions add up to ${sum?.amount ?? 'none'}`,
})

const noNumber = ({ tokenId, amount }: LedgerRow) => ({
  reason: `a transaction of token ${tokenId} has the invalid amount "${amount}"`,
})
