import type { AppendCount, TransactionBatch, TransactionEntry } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { createLegsReader } from './append-references.ts'
import { type Legs, Totals } from './append-totals.ts'
import { type Outcome, putEntries, refuse } from './put-entries.ts'

/** Appends what is new and keeps the totals, both in the one transaction of the batch. */
export function appendReserveTransactions(db: Connection, { source, transactions }: TransactionBatch): AppendCount {
  const [sourceId, totals, legsOf] = [sourceIdOf(db, source), new Totals(), createLegsReader(db)]
  const insert = prepared(db, 'INSERT INTO reserve_transactions VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const count = putEntries(transactions, (entry) => {
    const legs = legsOf(entry)
    if (typeof legs === 'string') return refuse(legs)
    const { position, index, amount, at } = entry
    const { changes } = insert.run(sourceId, position, index, legs.token, amount, legs.from, legs.to, at)
    if (!changes) return meetStored(db, { sourceId, entry, legs, totals })
    totals.add(legs, at)
    return 'added'
  })
  totals.write(db)
  return count
}

function sourceIdOf(db: Connection, name: string): bigint {
  prepared(db, 'INSERT INTO transaction_sources (name) VALUES (?) ON CONFLICT DO NOTHING').run(name)
  const row = prepared<{ source_id: bigint }>(db, 'SELECT source_id FROM transaction_sources WHERE name = ?').get(name)
  return (row as { source_id: bigint }).source_id
}

type StoredRow = { token: bigint; amount: string; from: bigint | null; to: bigint | null; at: bigint }
type Repeated = { sourceId: bigint; entry: TransactionEntry; legs: Legs; totals: Totals }

/** A repetition changes nothing, except that a leg may have become known: its account was registered since. */
function meetStored(db: Connection, { sourceId, entry, legs, totals }: Repeated): Outcome {
  const { position, index, amount, at } = entry
  const stored = prepared<StoredRow>(
    db,
    `SELECT token_id AS token, amount, from_account_id AS "from", to_account_id AS "to", at
     FROM reserve_transactions WHERE source_id = ? AND position = ? AND idx = ?`,
  ).get(sourceId, position, index) as StoredRow
  const same = stored.token === legs.token && stored.amount === amount && Number(stored.at) === at
  const fits = (stored.from ?? legs.from) === legs.from && (stored.to ?? legs.to) === legs.to
  if (!same || !fits)
    return refuse(`position ${position}, index ${index} is stored already with other content, which was kept`)
  if (stored.from === legs.from && stored.to === legs.to) return 'unchanged'
  prepared(
    db,
    `UPDATE reserve_transactions SET from_account_id = ?, to_account_id = ?
     WHERE source_id = ? AND position = ? AND idx = ?`,
  ).run(legs.from, legs.to, sourceId, position, index)
  totals.fill({ ...legs, from: stored.from, to: stored.to }, legs)
  return 'changed'
}
