import type { Store } from '../store/store.ts'
import type { PutCount, Refusal, TransactionEntry } from '../store/writes.ts'

/** A transaction and where it was read: (source, position, index) names it for good. */
export type SourcedTransaction = TransactionEntry & { readonly source: string }
type Placed = { readonly index: number; readonly transaction: SourcedTransaction }

const byKey = ({ transaction: a }: Placed, { transaction: b }: Placed): number => {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1
  if (a.index !== b.index) return a.index < b.index ? -1 : 1
  return 0
}

function groups(transactions: readonly SourcedTransaction[]): Map<string, Placed[]> {
  const bySource = new Map<string, Placed[]>()
  for (const [index, transaction] of transactions.entries()) {
    const group = bySource.get(transaction.source)
    if (group) group.push({ index, transaction })
    else bySource.set(transaction.source, [{ index, transaction }])
  }
  return bySource
}

async function append(store: Store, source: string, placed: Placed[]): Promise<PutCount> {
  placed.sort(byKey)
  const count = await store.appendReserveTransactions({ source, transactions: placed.map((one) => one.transaction) })
  const refused = count.refused.map(({ index, reason }): Refusal => ({ index: placed[index]?.index ?? index, reason }))
  return { ...count, refused }
}

const sum = (a: PutCount, b: PutCount): PutCount => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  refused: [...a.refused, ...b.refused],
})

/** Appends each source's transactions in the order of their key, which is the order of the table. */
export async function appendBySource(store: Store, transactions: readonly SourcedTransaction[]): Promise<PutCount> {
  const counts = [...groups(transactions)].map(([source, placed]) => append(store, source, placed))
  return (await Promise.all(counts)).reduce(sum)
}
