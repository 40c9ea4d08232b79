import {
  isFrozen,
  type LedgerEntry,
  type References,
  refusalOfDisabled,
  refusalOfWay,
  repetitionOf,
  storedOtherwise,
  wayOf,
} from '../../../import/refusals.ts'
import type { PackedTransactions } from '../../../reserves/packed-transactions.ts'
import { createTotals, type Move, outside, type Totals } from '../../../reserves/totals.ts'
import type { AppendCount } from '../../import-writes.ts'
import { countOutcomes, type Outcome, refuseEntry } from '../../put-outcomes.ts'
import type { Connection } from '../connection.ts'
import { hashText, type StoredHash, toStoredHash } from '../hashes.ts'
import { freezeInEffect } from '../reads/freezes.ts'
import { prepared } from '../statements.ts'
import { type Blocks, conflictText, openBlocks } from './append-blocks.ts'
import { referencesOf } from './append-references.ts'
import { writeTotals } from './append-totals.ts'

type Key = readonly [source: bigint, position: bigint, index: bigint]
type Transaction = {
  readonly key: Key
  readonly move: Move
  readonly digits: string
  readonly hash: StoredHash | null
  readonly blockHash: StoredHash | null
}
type Ledger = {
  readonly references: References
  readonly totals: Totals
  readonly blocks: Blocks
  /** Whether the transaction before was stored already: then the next one mostly is too, and is looked up first. */
  isRepeating: boolean
}

/** Appends what is new and keeps the totals, both in the one transaction of the batch. */
export function appendReserveTransactions(db: Connection, batch: PackedTransactions): AppendCount {
  const freeze = freezeInEffect(db, null)
  if (freeze) return countOutcomes(batch.token.length, () => refuseEntry(isFrozen(freeze)))
  const sourceId = sourceIdOf(db, batch.source)
  const references = referencesOf(db, batch)
  const amounts = batch.amounts.split('\n')
  const hashes = batch.hashes ? batch.hashes.split('\n').map(toStoredHash) : []
  const hashAt = (places: Int32Array | null, place: number) => (places && hashes[places[place] as number]) ?? null
  const ledger: Ledger = {
    references,
    totals: createTotals(references.tokens.length),
    blocks: openBlocks(db, sourceId),
    isRepeating: false,
  }
  const count = countOutcomes(batch.token.length, (place) => {
    const digits = amounts[place] as string
    const key: Key = [sourceId, batch.position[place] as bigint, batch.index[place] as bigint]
    const hash = hashAt(batch.transaction, place)
    const blockHash = hashAt(batch.block, place)
    return append(db, { key, move: moveAt(batch, place, digits), digits, hash, blockHash }, ledger)
  })
  writeTotals(db, ledger.totals, references)
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
  const { key, move, digits, hash } = transaction
  const { references, totals, blocks } = ledger
  const way = wayOf(references, move)
  const fault = refusalOfWay(way)
  if (fault) return refuseEntry(fault)
  const disabled = refusalOfDisabled(way)
  if (disabled && !isStoredSame(db, transaction, references)) return refuseEntry(disabled)
  if (ledger.isRepeating && isStoredSame(db, transaction, references)) return repeat(transaction, ledger, same)
  const { token, from, to } = idsOf(references, move)
  const { changes } = prepared(
    db,
    'INSERT INTO reserve_transactions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  ).run(key[0], key[1], key[2], token, digits, from, to, move.at, hash)
  ledger.isRepeating = changes === 0
  if (changes === 0) return repeat(transaction, ledger, () => meetStored(db, transaction, ledger))
  const conflict = blockConflict(transaction, blocks.take)
  if (conflict) {
    remove(db, key)
    return conflict
  }
  totals.add(move)
  return 'added'
}

const same = (): Outcome => 'unchanged'

/** A refused repetition settles nothing: its block is looked at before, and taken after. */
function repeat(transaction: Transaction, { blocks: { otherThan, take } }: Ledger, meet: () => Outcome): Outcome {
  const conflict = blockConflict(transaction, otherThan)
  if (conflict) return conflict
  const outcome = meet()
  if (typeof outcome === 'string') blockConflict(transaction, take)
  return outcome
}

function blockConflict({ key, blockHash: hash }: Transaction, find: Blocks['take']): Outcome | null {
  if (hash === null) return null
  const block = { position: key[1], hash }
  const stored = find(block)
  return stored === null ? null : { reason: conflictText(block, stored), isOtherBlock: true }
}

const remove = (db: Connection, key: Key) =>
  prepared(db, 'DELETE FROM reserve_transactions WHERE source_id = ? AND position = ? AND idx = ?').run(...key)

const idsOf = ({ tokens, accounts }: References, { token, from, to }: Move) => ({
  token: (tokens[token] as { id: bigint }).id,
  from: accounts[from]?.id ?? null,
  to: accounts[to]?.id ?? null,
})

const sameSql = `
  SELECT 1 FROM reserve_transactions WHERE source_id = ? AND position = ? AND idx = ?
    AND token_id = ? AND amount = ? AND from_account_id IS ? AND to_account_id IS ? AND at = ?
    AND (? IS NULL OR transaction_hash = ?)`

/** Whether a repetition makes nothing known that is not stored (`repetitionOf`), in half the time of reading it. */
function isStoredSame(db: Connection, { key, move, digits, hash }: Transaction, references: References): boolean {
  const { token, from, to } = idsOf(references, move)
  return prepared(db, sameSql).get(key[0], key[1], key[2], token, digits, from, to, move.at, hash, hash) !== undefined
}

type StoredRow = {
  token: bigint
  amount: string
  from: bigint | null
  to: bigint | null
  at: bigint
  hash: StoredHash | null
}

/**
 * A repetition changes nothing, except that something may have become known: a leg, as its account was registered
 * since, or the hash of the transaction.
 */
function meetStored(db: Connection, { key, move, digits, hash }: Transaction, { references, totals }: Ledger): Outcome {
  const { token, from, to } = idsOf(references, move)
  const stored = prepared<StoredRow>(
    db,
    `SELECT token_id AS token, amount, from_account_id AS "from", to_account_id AS "to", at, transaction_hash AS hash
     FROM reserve_transactions WHERE source_id = ? AND position = ? AND idx = ?`,
  ).get(...key) as StoredRow
  const repetition = repetitionOf(contentOf(stored), {
    token,
    amount: digits,
    from,
    to,
    at: move.at,
    hash: textOf(hash),
  })
  if (repetition === 'other') return refuseEntry(storedOtherwise(key[1], key[2]))
  if (repetition === 'same') return 'unchanged'
  prepared(
    db,
    `UPDATE reserve_transactions SET from_account_id = ?, to_account_id = ?, transaction_hash = ?
     WHERE source_id = ? AND position = ? AND idx = ?`,
  ).run(from, to, stored.hash ?? hash, ...key)
  const known = (account: bigint | null, place: number) => (account === null ? outside : place)
  totals.fill({ ...move, from: known(stored.from, move.from), to: known(stored.to, move.to) }, move)
  return 'changed'
}

const textOf = (hash: StoredHash | null): string | null => hash && hashText(hash)

const contentOf = ({ at, hash, ...row }: StoredRow): LedgerEntry => ({ ...row, at: Number(at), hash: textOf(hash) })
