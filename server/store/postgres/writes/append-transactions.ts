import {
  isFrozen,
  type Named,
  refusalOfDisabled,
  refusalOfWay,
  repetitionOf,
  storedBlockDiffers,
  storedOtherwise,
} from '../../../import/refusals.ts'
import { type PackedTransactions, packTransactions } from '../../../reserves/packed-transactions.ts'
import { createTotals, type Move, outside, type Totals } from '../../../reserves/totals.ts'
import { countOutcomes, type Outcome, refuseEntry } from '../../put-outcomes.ts'
import type { AppendCount, TransactionBatch, TransactionEntry } from '../../writes.ts'
import { asJson, only, type SqlQuery } from '../connection.ts'
import { lockChanges } from '../locks.ts'
import { effectiveFreeze } from '../reads/freezes.ts'
import type { Transaction } from '../transact.ts'
import { disabledIn } from './put-objects.ts'
import { insertRows } from './row-batch.ts'

type LedgerRow = {
  readonly source_id: bigint
  readonly position: bigint
  readonly idx: bigint
  readonly token_id: bigint
  readonly amount: string
  readonly from_account_id: bigint | null
  readonly to_account_id: bigint | null
  readonly at: bigint
  readonly transaction_hash: string | null
}
type BlockRow = { readonly position: bigint; readonly hash: string }
type References = { readonly tokens: readonly Named[]; readonly accounts: readonly Named[] }

/** What a batch meets, and what it adds to that. */
type Ledger = {
  readonly sourceId: bigint
  readonly references: References
  readonly totals: Totals
  readonly rows: Map<string, LedgerRow>
  readonly added: Set<string>
  readonly changed: Set<string>
  readonly blocks: Map<bigint, string>
  readonly newBlocks: Set<bigint>
}

/** Appends what is new and keeps the totals, both in the one transaction of the batch. */
async function appendReserveTransactions({ query }: Transaction, batch: TransactionBatch): Promise<AppendCount> {
  await lockChanges(query)
  const { transactions } = batch
  const freeze = await effectiveFreeze(query, null)
  if (freeze) return countOutcomes(transactions.length, () => refuseEntry(isFrozen(freeze)))
  const packed = packTransactions(batch)
  const ledger = await openLedger(query, batch, packed)
  const count = countOutcomes(transactions.length, (place) => {
    const entry = transactions[place] as TransactionEntry
    return appendEntry(entry, moveOf(entry, packed, place), ledger)
  })
  await storeLedger(query, ledger)
  return count
}

const moveOf = ({ at, amount }: TransactionEntry, { token, from, to }: PackedTransactions, place: number): Move => ({
  token: token[place] as number,
  from: from[place] as number,
  to: to[place] as number,
  at,
  amount: BigInt(amount),
})

const keyOf = ({ position, index }: Pick<TransactionEntry, 'position' | 'index'>): string => `${position} ${index}`

async function openLedger(query: SqlQuery, batch: TransactionBatch, packed: PackedTransactions): Promise<Ledger> {
  const sourceId = await sourceIdOf(query, batch.source)
  const references = await namedIn(query, packed)
  const positions = batch.transactions.map(({ position }) => position)
  const indexes = batch.transactions.map(({ index }) => index)
  const rows = await query<LedgerRow>(
    `SELECT t.* FROM unnest($positions::bigint[], $indexes::bigint[]) AS k (position, idx)
     JOIN reserve_transactions t ON t.source_id = $sourceId AND t.position = k.position AND t.idx = k.idx`,
    { sourceId, positions, indexes },
  )
  const blocksSql =
    'SELECT position, hash FROM blocks WHERE source_id = $sourceId AND position = ANY($positions::bigint[])'
  const blocks = await query<BlockRow>(blocksSql, { sourceId, positions: [...new Set(positions)] })
  return {
    sourceId,
    references,
    totals: createTotals(references.tokens.length),
    rows: new Map(rows.map((row) => [keyOf({ position: row.position, index: row.idx }), row])),
    added: new Set(),
    changed: new Set(),
    blocks: new Map(blocks.map(({ position, hash }) => [position, hash])),
    newBlocks: new Set(),
  }
}

async function sourceIdOf(query: SqlQuery, name: string): Promise<bigint> {
  await query('INSERT INTO transaction_sources (name) VALUES ($name) ON CONFLICT DO NOTHING', { name })
  const sql = 'SELECT source_id FROM transaction_sources WHERE name = $name'
  return only(await query<{ source_id: bigint }>(sql, { name })).source_id
}

/** What a batch names, with the network of each. */
async function namedIn(query: SqlQuery, { tokens, accounts }: PackedTransactions): Promise<References> {
  const ofNetwork = await disabledIn(query, 'networks')
  const named = async (table: 'tokens' | 'reserve_accounts', ids: readonly string[], sql: string): Promise<Named[]> => {
    const ofItem = await disabledIn(query, table)
    const rows = await query<{ id: bigint; chain: bigint }>(`${sql} = ANY($ids::bigint[])`, { ids })
    const chains = new Map(rows.map(({ id, chain }) => [id, chain]))
    return ids.map(BigInt).map((id) => {
      const chain = chains.get(id) ?? null
      return { id, chain, disabled: ofItem(id) ?? (chain === null ? null : ofNetwork(chain)) }
    })
  }
  const tokensSql = 'SELECT token_id AS id, blockchain_id AS chain FROM tokens WHERE token_id'
  const accountsSql =
    'SELECT reserve_account_id AS id, blockchain_id AS chain FROM reserve_accounts WHERE reserve_account_id'
  return {
    tokens: await named('tokens', tokens, tokensSql),
    accounts: await named('reserve_accounts', accounts, accountsSql),
  }
}

function appendEntry(entry: TransactionEntry, move: Move, ledger: Ledger): Outcome {
  const { tokens, accounts } = ledger.references
  const way = { token: tokens[move.token] as Named, from: accounts[move.from], to: accounts[move.to] }
  const fault = refusalOfWay(way) ?? null
  if (fault) return refuseEntry(fault)
  const stored = ledger.rows.get(keyOf(entry))
  const given = rowOf(entry, way, ledger)
  const disabled = refusalOfDisabled(way)
  const isStoredSame = stored !== undefined && repetitionOf(contentIn(stored), contentIn(given)) === 'same'
  if (disabled && !isStoredSame) return refuseEntry(disabled)
  const conflict = blockConflictOf(entry, ledger)
  if (conflict) return conflict
  const outcome = stored ? repeatEntry(given, { stored, move }, ledger) : addEntry(given, move, ledger)
  if (typeof outcome === 'string') takeBlock(entry, ledger)
  return outcome
}

/** One block of a source stands at each position: the first that a stored transaction names. */
function blockConflictOf({ position, blockHash: given = null }: TransactionEntry, { blocks }: Ledger): Outcome | null {
  const stored = blocks.get(position)
  if (given === null || stored === undefined || stored === given) return null
  return { reason: storedBlockDiffers(position, { stored, given }), isOtherBlock: true }
}

function takeBlock({ position, blockHash = null }: TransactionEntry, { blocks, newBlocks }: Ledger): void {
  if (blockHash === null || blocks.has(position)) return
  blocks.set(position, blockHash)
  newBlocks.add(position)
}

type Way = { readonly token: Named; readonly from: Named | undefined; readonly to: Named | undefined }

const rowOf = (entry: TransactionEntry, { token, from, to }: Way, { sourceId }: Ledger): LedgerRow => ({
  source_id: sourceId,
  position: entry.position,
  idx: entry.index,
  token_id: token.id,
  amount: entry.amount,
  from_account_id: from?.id ?? null,
  to_account_id: to?.id ?? null,
  at: BigInt(entry.at),
  transaction_hash: entry.transactionHash ?? null,
})

const keyIn = ({ position, idx: index }: LedgerRow): string => keyOf({ position, index })

function addEntry(row: LedgerRow, move: Move, { rows, added, totals }: Ledger): Outcome {
  rows.set(keyIn(row), row)
  added.add(keyIn(row))
  totals.add(move)
  return 'added'
}

const contentIn = (row: LedgerRow) => ({
  token: row.token_id,
  amount: row.amount,
  from: row.from_account_id,
  to: row.to_account_id,
  at: Number(row.at),
  hash: row.transaction_hash,
})

/**
 * A repetition changes nothing, except that something may have become known: a leg, as its account was registered since, or
 * the hash of the transaction.
 */
function repeatEntry(given: LedgerRow, { stored, move }: { stored: LedgerRow; move: Move }, ledger: Ledger): Outcome {
  const repetition = repetitionOf(contentIn(stored), contentIn(given))
  if (repetition === 'other') return refuseEntry(storedOtherwise(given.position, given.idx))
  if (repetition === 'same') return 'unchanged'
  const key = keyIn(given)
  ledger.rows.set(key, { ...given, transaction_hash: stored.transaction_hash ?? given.transaction_hash })
  if (!ledger.added.has(key)) ledger.changed.add(key)
  const known = (account: bigint | null, place: number) => (account === null ? outside : place)
  const { from_account_id: from, to_account_id: to } = stored
  ledger.totals.fill({ ...move, from: known(from, move.from), to: known(to, move.to) }, move)
  return 'changed'
}

async function storeLedger(query: SqlQuery, ledger: Ledger): Promise<void> {
  const { rows, added, changed, blocks, newBlocks, sourceId } = ledger
  const rowsOf = (keys: ReadonlySet<string>) => [...keys].map((key) => rows.get(key) as LedgerRow)
  if (added.size > 0) await insertRows(query, 'reserve_transactions', rowsOf(added))
  if (changed.size > 0) await updateKnown(query, rowsOf(changed))
  const found = [...newBlocks].map((position) => ({
    source_id: sourceId,
    position,
    hash: blocks.get(position) as string,
  }))
  if (found.length > 0) await insertRows(query, 'blocks', found)
  await storeTotals(query, ledger)
}

async function updateKnown(query: SqlQuery, rows: readonly LedgerRow[]): Promise<void> {
  await query(
    `UPDATE reserve_transactions t SET from_account_id = given.from_account_id, to_account_id = given.to_account_id,
       transaction_hash = given.transaction_hash
     FROM json_populate_recordset(NULL::reserve_transactions, $rows::json) AS given
     WHERE t.source_id = given.source_id AND t.position = given.position AND t.idx = given.idx`,
    { rows: asJson(rows) },
  )
}

const totalsSql = {
  token: `
    INSERT INTO token_totals SELECT * FROM json_populate_recordset(NULL::token_totals, $rows::json)
    ON CONFLICT (token_id) DO UPDATE SET amount = token_totals.amount + excluded.amount,
      transaction_count = token_totals.transaction_count + excluded.transaction_count,
      last_at = greatest(token_totals.last_at, excluded.last_at)`,
  account: `
    INSERT INTO account_totals SELECT * FROM json_populate_recordset(NULL::account_totals, $rows::json)
    ON CONFLICT (reserve_account_id, token_id) DO UPDATE SET amount = account_totals.amount + excluded.amount,
      transaction_count = account_totals.transaction_count + excluded.transaction_count`,
} as const

/** Adds what a batch changes to the totals that are kept. */
async function storeTotals(query: SqlQuery, { totals, references: { tokens, accounts } }: Ledger): Promise<void> {
  const idOf = (named: readonly Named[], place: number) => (named[place] as Named).id
  const ofTokens = [...totals.byToken()].map(([token, { amount, count, lastAt }]) => ({
    token_id: idOf(tokens, token),
    amount,
    transaction_count: count,
    last_at: lastAt,
  }))
  const ofAccounts = [...totals.byAccount()].map(({ account, token, change }) => ({
    reserve_account_id: idOf(accounts, account),
    token_id: idOf(tokens, token),
    amount: change.amount,
    transaction_count: change.count,
  }))
  if (ofTokens.length === 0) return
  await query(totalsSql.token, { rows: asJson(ofTokens) })
  if (ofAccounts.length > 0) await query(totalsSql.account, { rows: asJson(ofAccounts) })
  await query('UPDATE installation SET ledger_version = ledger_version + 1')
}

export const ledgerWrites = { appendReserveTransactions } as const
