import type { LedgerEntry } from '../../../import/refusals.ts'
import type { TransactionBatch, TransactionEntry } from '../../import-writes.ts'
import { asJson, type SqlQuery } from '../connection.ts'
import { copyCell } from '../copy-in.ts'
import type { Transaction } from '../transact.ts'

/** Where a transaction is on its source. */
export type LedgerPlace = Pick<TransactionEntry, 'position' | 'index'>

export const keyOf = ({ position, index }: LedgerPlace): string => `${position} ${index}`

/** The hash at each position of a source. */
export type BlockHashes = Map<bigint, string>

/** What is stored at the places of a batch; the transactions by their key. */
export type StoredRows = { readonly entries: Map<string, LedgerEntry>; readonly blocks: BlockHashes }

type SourceRows = { readonly sourceId: bigint; readonly transactions: readonly TransactionEntry[] }

const isBehind = (one: LedgerPlace, other: LedgerPlace | undefined): boolean =>
  other === undefined || one.position > other.position || (one.position === other.position && one.index >= other.index)

/** Whether each is at the place of the one before, or behind it, as imports send them. */
export const areInOrder = (transactions: readonly LedgerPlace[]): boolean =>
  transactions.every((one, number) => isBehind(one, transactions[number - 1]))

/** The first position from one on that is stored, if there is one: found at once, by the order of the key. */
const nextSql = (table: 'reserve_transactions' | 'blocks') => `
  SELECT position FROM ${table}
  WHERE source_id = (SELECT source_id FROM transaction_sources WHERE name = $source) AND position >= $first
  ORDER BY position LIMIT 1`

/** Whether something may be stored at the places of a batch that is in order; mostly nothing is. */
export async function mayMeetStored(query: SqlQuery, { source, transactions }: TransactionBatch): Promise<boolean> {
  const first = transactions[0]?.position
  const last = transactions.at(-1)?.position ?? -1n
  const found = await Promise.all(
    (['reserve_transactions', 'blocks'] as const).map((table) =>
      query<{ position: bigint }>(nextSql(table), { source, first }),
    ),
  )
  return found.flat().some(({ position }) => position <= last)
}

export const nothingStored = (): StoredRows => ({ entries: new Map(), blocks: new Map() })

/** Reads what is stored at the places of a batch. */
export async function readStored(query: SqlQuery, rows: SourceRows): Promise<StoredRows> {
  const [entries, blocks] = await Promise.all([readEntries(query, rows), readBlocks(query, rows)])
  return { entries, blocks }
}

type EntryRow = LedgerEntry & { readonly position: bigint; readonly idx: bigint }

/** LIMIT has each place looked up by the key: a join may read all rows of the source, before its first ANALYZE. */
const entriesSql = `
  SELECT t.* FROM unnest($positions::bigint[], $indexes::bigint[]) AS k (position, idx)
  CROSS JOIN LATERAL (
    SELECT position, idx, token_id AS token, amount, from_account_id AS "from", to_account_id AS "to", at,
      transaction_hash AS hash
    FROM reserve_transactions WHERE source_id = $sourceId AND position = k.position AND idx = k.idx LIMIT 1
  ) AS t`

async function readEntries(query: SqlQuery, { sourceId, transactions }: SourceRows) {
  const positions = transactions.map(({ position }) => position)
  const indexes = transactions.map(({ index }) => index)
  const rows = await query<EntryRow>(entriesSql, { sourceId, positions, indexes })
  return new Map(rows.map((row) => [keyOf({ position: row.position, index: row.idx }), { ...row, at: Number(row.at) }]))
}

const blocksSql = `
  SELECT b.* FROM unnest($positions::bigint[]) AS k (position)
  CROSS JOIN LATERAL (
    SELECT position, hash FROM blocks WHERE source_id = $sourceId AND position = k.position LIMIT 1
  ) AS b`

async function readBlocks(query: SqlQuery, { sourceId, transactions }: SourceRows): Promise<BlockHashes> {
  const positions = [...new Set(transactions.map(({ position }) => position))]
  const rows = await query<{ position: bigint; hash: string }>(blocksSql, { sourceId, positions })
  return new Map(rows.map(({ position, hash }) => [position, hash]))
}

const copySql = {
  transactions: `COPY reserve_transactions (
    source_id, position, idx, token_id, amount, from_account_id, to_account_id, at, transaction_hash) FROM STDIN`,
  blocks: 'COPY blocks (source_id, position, hash) FROM STDIN',
} as const

const none = '\\N'

/** A new row as `COPY` takes it. */
export function lineOf(sourceId: bigint, entry: TransactionEntry): string {
  const { position, index, tokenId, amount, fromAccountId, toAccountId, at, transactionHash } = entry
  const hash = transactionHash ? copyCell(transactionHash) : none
  return `${sourceId}\t${position}\t${index}\t${tokenId}\t${amount}\t${fromAccountId ?? none}\t${toAccountId ?? none}\t${at}\t${hash}\n`
}

/** Adds rows that are not stored yet. */
export async function addRows({ copyIn }: Transaction, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await copyIn(copySql.transactions, [lines.join('')])
}

export async function addBlocks({ copyIn }: Transaction, sourceId: bigint, blocks: BlockHashes): Promise<void> {
  const lines = [...blocks].map(([position, hash]) => `${sourceId}\t${position}\t${copyCell(hash)}\n`)
  if (lines.length > 0) await copyIn(copySql.blocks, [lines.join('')])
}

/** Stores what became known of rows that are stored. */
export async function completeRows(query: SqlQuery, { sourceId, transactions }: SourceRows): Promise<void> {
  if (transactions.length === 0) return
  const rows = transactions.map(({ position, index, fromAccountId, toAccountId, transactionHash }) => ({
    position,
    idx: index,
    from_account_id: fromAccountId,
    to_account_id: toAccountId,
    transaction_hash: transactionHash ?? null,
  }))
  await query(
    `UPDATE reserve_transactions t SET from_account_id = given.from_account_id, to_account_id = given.to_account_id,
       transaction_hash = given.transaction_hash
     FROM json_populate_recordset(NULL::reserve_transactions, $rows::json) AS given
     WHERE t.source_id = $sourceId AND t.position = given.position AND t.idx = given.idx`,
    { sourceId, rows: asJson(rows) },
  )
}
