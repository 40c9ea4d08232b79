import type { AppendCount } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { outside, type PackedTransactions } from '../packed-transactions.ts'
import { prepared } from '../statements.ts'
import { type References, referencesOf, wayFault } from './append-references.ts'
import { createTotals, type Move, type Totals } from './append-totals.ts'
import { countOutcomes, type Outcome, refuse } from './put-entries.ts'

type Key = readonly [source: bigint, position: bigint, index: bigint]
type Transaction = { readonly key: Key; readonly move: Move; readonly digits: string }
type Ledger = { readonly references: References; readonly totals: Totals }

/** Appends what is new and keeps the totals, both in the one transaction of the batch. */
export function appendReserveTransactions(db: Connection, batch: PackedTransactions): AppendCount {
  const [sourceId, references, amounts] = [
    sourceIdOf(db, batch.source),
    referencesOf(db, batch),
    batch.amounts.split('\n'),
  ]
  const totals = createTotals(references)
  const count = countOutcomes(batch.token.length, (place) => {
    const digits = amounts[place] as string
    const key: Key = [sourceId, batch.position[place] as bigint, batch.index[place] as bigint]
    return append(db, { key, move: moveAt(batch, place, digits), digits }, { references, totals })
  })
  totals.write(db)
  return count
}

function sourceIdOf(db: Connection, name: string): bigint {
  prepared(db, 'INSERT INTO transaction_sources (name) VALUES (?) ON CONFLICT DO NOTHING').run(name)
  const row = prepared<{ source_id: bigint }>(db, 'SELECT source_id FROM transaction_sources WHERE name = ?').get(name)
  return (row as { source_id: bigint }).source_id
}

const moveAt = ({ token, from, to, at }: PackedTransactions, place: number, digits: string): Move => ({
  token: token[place] as number,
  from: from[place] as number,
  to: to[place] as number,
  at: at[place] as number,
  amount: BigInt(digits),
})

function append(db: Connection, transaction: Transaction, ledger: Ledger): Outcome {
  const { key, move, digits } = transaction
  const { references, totals } = ledger
  const fault = wayFault(references, move)
  if (fault) return refuse(fault)
  const { token, from, to } = idsOf(references, move)
  const { changes } = prepared(
    db,
    'INSERT INTO reserve_transactions VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  ).run(key[0], key[1], key[2], token, digits, from, to, move.at)
  if (!changes) return meetStored(db, transaction, ledger)
  totals.add(move)
  return 'added'
}

const idsOf = ({ tokens, accounts }: References, { token, from, to }: Move) => ({
  token: tokens[token]?.id,
  from: accounts[from]?.id ?? null,
  to: accounts[to]?.id ?? null,
})

type StoredRow = { token: bigint; amount: string; from: bigint | null; to: bigint | null; at: bigint }

/** A repetition changes nothing, except that a leg may have become known: its account was registered since. */
function meetStored(db: Connection, { key, move, digits }: Transaction, { references, totals }: Ledger): Outcome {
  const { token, from, to } = idsOf(references, move)
  const stored = prepared<StoredRow>(
    db,
    `SELECT token_id AS token, amount, from_account_id AS "from", to_account_id AS "to", at
     FROM reserve_transactions WHERE source_id = ? AND position = ? AND idx = ?`,
  ).get(...key) as StoredRow
  const same = stored.token === token && stored.amount === digits && Number(stored.at) === move.at
  if (!same || (stored.from ?? from) !== from || (stored.to ?? to) !== to)
    return refuse(`position ${key[1]}, index ${key[2]} is stored already with other content, which was kept`)
  if (stored.from === from && stored.to === to) return 'unchanged'
  prepared(
    db,
    `UPDATE reserve_transactions SET from_account_id = ?, to_account_id = ?
     WHERE source_id = ? AND position = ? AND idx = ?`,
  ).run(from, to, ...key)
  const known = (account: bigint | null, place: number) => (account === null ? outside : place)
  totals.fill({ ...move, from: known(stored.from, move.from), to: known(stored.to, move.to) }, move)
  return 'changed'
}
