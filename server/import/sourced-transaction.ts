import type { PutCount, TransactionEntry } from '../store/import-writes.ts'
import type { Store } from '../store/store.ts'

/** A transaction and its origin: (source, position, index) identifies it permanently. */
export type SourcedTransaction = TransactionEntry & { readonly source: string }
type Transactions = readonly SourcedTransaction[]

function compareKeys(a: SourcedTransaction, b: SourcedTransaction): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1
  if (a.index !== b.index) return a.index < b.index ? -1 : 1
  return 0
}

const follows = (after: SourcedTransaction, before: SourcedTransaction): boolean =>
  after.source === before.source && compareKeys(before, after) <= 0

/** Whether they are as the store requires: from one source, in key order. */
const isOrdered = (transactions: Transactions): boolean =>
  transactions.every((one, place) => place === 0 || follows(one, transactions[place - 1] as SourcedTransaction))

type Placed = { readonly place: number; readonly transaction: SourcedTransaction }

async function appendPlaced(store: Store, source: string, placed: Placed[]): Promise<PutCount> {
  placed.sort((a, b) => compareKeys(a.transaction, b.transaction))
  const count = await store.appendReserveTransactions({ source, transactions: placed.map((one) => one.transaction) })
  const refused = count.refused.map(({ index, ...why }) => ({ index: placed[index]?.place ?? index, ...why }))
  return { ...count, refused }
}

const sum = (a: PutCount, b: PutCount): PutCount => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  refused: [...a.refused, ...b.refused],
})

/** Appends each source's transactions in the order of their key, which is the order of the table. */
export async function appendBySource(store: Store, transactions: Transactions): Promise<PutCount> {
  if (isOrdered(transactions)) {
    const { source } = transactions[0] as SourcedTransaction
    return store.appendReserveTransactions({ source, transactions })
  }
  const groups = Map.groupBy(
    transactions.map((transaction, place): Placed => ({ place, transaction })),
    ({ transaction }) => transaction.source,
  )
  let count: PutCount = { added: 0, changed: 0, unchanged: 0, refused: [] }
  // Sequentially: a batch may have as many sources as lines, and the writer's queue is bounded.
  for (const [source, placed] of groups) count = sum(count, await appendPlaced(store, source, placed))
  return count
}
