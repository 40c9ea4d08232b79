import type { Freeze } from '../../../../shared/freezes.ts'
import {
  isFrozen,
  type LedgerEntry,
  type References,
  refusalOfDisabled,
  refusalOfWay,
  repetitionOf,
  storedBlockDiffers,
  storedOtherwise,
  wayOf,
} from '../../../import/refusals.ts'
import { type NumberedReferences, numberReferences } from '../../../reserves/packed-transactions.ts'
import { createTotals, type Move, outside, type Totals } from '../../../reserves/totals.ts'
import type { AppendCount, TransactionBatch, TransactionEntry } from '../../import-writes.ts'
import { countOutcomes, type Outcome, refuseEntry } from '../../put-outcomes.ts'
import { only, type SqlQuery } from '../connection.ts'
import { lockChanges } from '../locks.ts'
import { effectiveFreeze } from '../reads/freezes.ts'
import type { Transaction } from '../transact.ts'
import { findReferences } from './append-references.ts'
import {
  addBlocks,
  addRows,
  areInOrder,
  type BlockHashes,
  completeRows,
  keyOf,
  type LedgerPlace,
  lineOf,
  mayMeetStored,
  nothingStored,
  readStored,
  type StoredRows,
} from './append-rows.ts'
import { storeTotals } from './append-totals.ts'

/** What a batch meets, and what it adds to that. */
type Ledger = {
  readonly sourceId: bigint
  readonly isInOrder: boolean
  readonly references: References
  readonly totals: Totals
  readonly stored: StoredRows
  readonly added: string[]
  /** The last of what is added, which the next entry may still complete. */
  last: TransactionEntry | null
  readonly completed: Map<string, TransactionEntry>
  readonly newBlocks: BlockHashes
}

type Append = {
  readonly batch: TransactionBatch
  /** Called once no other import is judged until this one is stored: the next may ask for the same. */
  readonly onLocked: () => void
}

/** Appends what is new and keeps the totals, both in the one transaction of the batch. */
async function appendReserveTransactions(transaction: Transaction, request: Append): Promise<AppendCount> {
  const { transactions } = request.batch
  const numbered = numberReferences(transactions)
  const ledger = await openLedger(transaction.query, request, numbered)
  if ('freeze' in ledger) return countOutcomes(transactions.length, () => refuseEntry(isFrozen(ledger.freeze)))
  const count = countOutcomes(transactions.length, (place) => {
    const entry = transactions[place] as TransactionEntry
    return appendEntry(entry, moveOf(entry, numbered, place), ledger)
  })
  await storeLedger(transaction, ledger)
  return count
}

const moveOf = ({ at, amount }: TransactionEntry, { token, from, to }: NumberedReferences, place: number): Move => ({
  token: token[place] as number,
  from: from[place] as number,
  to: to[place] as number,
  at,
  amount: BigInt(amount),
})

/** All is asked at once, and answered when the lock is given. */
async function openLedger(
  query: SqlQuery,
  { batch, onLocked }: Append,
  numbered: NumberedReferences,
): Promise<Ledger | { readonly freeze: Freeze }> {
  const { transactions } = batch
  const isInOrder = areInOrder(transactions)
  const [, freeze, foundId, references, mayMeet] = await Promise.all([
    lockChanges(query),
    effectiveFreeze(query, null),
    findSource(query, batch.source),
    findReferences(query, numbered),
    isInOrder ? mayMeetStored(query, batch) : true,
  ])
  onLocked()
  if (freeze) return { freeze }
  const sourceId = foundId ?? (await addSource(query, batch.source))
  return {
    sourceId,
    isInOrder,
    references,
    totals: createTotals(references.tokens.length),
    stored: mayMeet ? await readStored(query, { sourceId, transactions }) : nothingStored(),
    added: [],
    last: null,
    completed: new Map(),
    newBlocks: new Map(),
  }
}

type Source = { readonly source_id: bigint }

async function findSource(query: SqlQuery, name: string): Promise<bigint | undefined> {
  const [source] = await query<Source>('SELECT source_id FROM transaction_sources WHERE name = $name', { name })
  return source?.source_id
}

const addSource = async (query: SqlQuery, name: string): Promise<bigint> =>
  only(await query<Source>('INSERT INTO transaction_sources (name) VALUES ($name) RETURNING source_id', { name }))
    .source_id

function appendEntry(entry: TransactionEntry, move: Move, ledger: Ledger): Outcome {
  const way = wayOf(ledger.references, move)
  const fault = refusalOfWay(way)
  if (fault) return refuseEntry(fault)
  const stored = storedAt(entry, ledger)
  const repetition = stored && repetitionOf(stored, contentOf(entry))
  const disabled = refusalOfDisabled(way)
  if (disabled && repetition !== 'same') return refuseEntry(disabled)
  const conflict = blockConflictOf(entry, ledger)
  if (conflict) return conflict
  if (repetition === 'other') return refuseEntry(storedOtherwise(entry.position, entry.index))
  takeBlock(entry, ledger)
  if (repetition === 'same') return 'unchanged'
  return stored ? complete(entry, { stored, move }, ledger) : add(entry, move, ledger)
}

const isAt = (place: LedgerPlace, other: LedgerPlace): boolean =>
  place.position === other.position && place.index === other.index

/** What is at the place of an entry by now. */
function storedAt(entry: TransactionEntry, { last, stored: { entries } }: Ledger): LedgerEntry | undefined {
  if (last && isAt(last, entry)) return contentOf(last)
  return entries.size > 0 ? entries.get(keyOf(entry)) : undefined
}

const idOf = (id: string | null): bigint | null => (id === null ? null : BigInt(id))

const contentOf = (entry: TransactionEntry): LedgerEntry => ({
  token: BigInt(entry.tokenId),
  amount: entry.amount,
  from: idOf(entry.fromAccountId),
  to: idOf(entry.toAccountId),
  at: entry.at,
  hash: entry.transactionHash || null,
})

/** One block of a source stands at each position: the first that a stored transaction names. */
function blockConflictOf({ position, blockHash }: TransactionEntry, { stored: { blocks } }: Ledger): Outcome | null {
  if (!blockHash) return null
  const stored = blocks.get(position)
  if (stored === undefined || stored === blockHash) return null
  return { reason: storedBlockDiffers(position, { stored, given: blockHash }), isOtherBlock: true }
}

function takeBlock({ position, blockHash }: TransactionEntry, { stored: { blocks }, newBlocks }: Ledger): void {
  if (!blockHash || blocks.has(position)) return
  blocks.set(position, blockHash)
  newBlocks.set(position, blockHash)
}

function add(entry: TransactionEntry, move: Move, ledger: Ledger): Outcome {
  settleLast(ledger)
  ledger.last = entry
  ledger.totals.add(move)
  return 'added'
}

/** Another entry for its place can only come where they are not in order. */
function settleLast({ sourceId, isInOrder, added, last, stored }: Ledger): void {
  if (!last) return
  added.push(lineOf(sourceId, last))
  if (!isInOrder) stored.entries.set(keyOf(last), contentOf(last))
}

type Stored = { readonly stored: LedgerEntry; readonly move: Move }

/** Something became known: a leg, as its account was registered since, or the hash of the transaction. */
function complete(entry: TransactionEntry, { stored, move }: Stored, ledger: Ledger): Outcome {
  const whole = { ...entry, transactionHash: stored.hash ?? entry.transactionHash ?? null }
  if (ledger.last && isAt(ledger.last, entry)) ledger.last = whole
  else {
    ledger.stored.entries.set(keyOf(entry), contentOf(whole))
    ledger.completed.set(keyOf(entry), whole)
  }
  const known = (account: bigint | null, place: number) => (account === null ? outside : place)
  ledger.totals.fill({ ...move, from: known(stored.from, move.from), to: known(stored.to, move.to) }, move)
  return 'changed'
}

/** The totals go first, without waiting: where they fail, so does COPY, before it takes rows. */
async function storeLedger(transaction: Transaction, ledger: Ledger): Promise<void> {
  settleLast(ledger)
  await Promise.all([storeTotals(transaction.query, ledger.totals, ledger.references), storeRows(transaction, ledger)])
}

async function storeRows(transaction: Transaction, { sourceId, added, newBlocks, completed }: Ledger): Promise<void> {
  await addRows(transaction, added)
  await addBlocks(transaction, sourceId, newBlocks)
  await completeRows(transaction.query, { sourceId, transactions: [...completed.values()] })
}

export const ledgerWrites = { appendReserveTransactions } as const
