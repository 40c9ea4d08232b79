import type { Store } from '../store/store.ts'
import type { PutCount, TransactionEntry } from '../store/writes.ts'

/** A transaction and where it was read: (source, position, index) names it for good. */
export type SourcedTransaction = TransactionEntry & { readonly source: string }
type Transactions = readonly SourcedTransaction[]

/** Places in the batch of one source's transactions. */
type Group = { readonly source: string; readonly places: number[] }

function groupsOf(transactions: Transactions): readonly Group[] {
  const groups = new Map<string, Group>()
  for (let place = 0; place < transactions.length; place += 1) {
    const { source } = transactions[place] as SourcedTransaction
    const group = groups.get(source)
    if (group) group.places.push(place)
    else groups.set(source, { source, places: [place] })
  }
  return [...groups.values()]
}

function compareKeys(a: SourcedTransaction, b: SourcedTransaction): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1
  if (a.index !== b.index) return a.index < b.index ? -1 : 1
  return 0
}

async function append(store: Store, transactions: Transactions, { source, places }: Group): Promise<PutCount> {
  const at = (place: number) => transactions[place] as SourcedTransaction
  places.sort((a, b) => compareKeys(at(a), at(b)))
  const count = await store.appendReserveTransactions({ source, transactions: places.map(at) })
  return { ...count, refused: count.refused.map(({ index, reason }) => ({ index: places[index] ?? index, reason })) }
}

const sum = (a: PutCount, b: PutCount): PutCount => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  refused: [...a.refused, ...b.refused],
})

/** Appends each source's transactions in the order of their key, which is the order of the table. */
export async function appendBySource(store: Store, transactions: Transactions): Promise<PutCount> {
  const counts = groupsOf(transactions).map((group) => append(store, transactions, group))
  return (await Promise.all(counts)).reduce(sum)
}
