import { csvRecord } from '../../shared/csv.ts'
import { decimalOfMinorUnits } from '../../shared/minor-units.ts'
import { timestampOf } from '../../shared/timestamp-of.ts'
import { DataFolderError } from '../platform/data-folder-error.ts'
import type { Inspection, ReserveTransaction, TransactionFilter } from '../store/inspection.ts'

export type ExportForm = 'csv' | 'jsonl'

const columns = [
  'source',
  'position',
  'index',
  'blockHash',
  'transactionHash',
  'at',
  'tokenId',
  'tokenSymbol',
  'blockchain',
  'contractAddress',
  'amount',
  'reserveChange',
  'fromReserveAccountId',
  'fromName',
  'fromAddress',
  'toReserveAccountId',
  'toName',
  'toAddress',
] as const

type Row = Readonly<Record<(typeof columns)[number], string | null>>

/** Minor units that a transaction adds to its token's reserves: a transfer between two reserve accounts adds nothing. */
const changeOf = (units: bigint, { from, to }: ReserveTransaction): bigint => (to ? units : 0n) - (from ? units : 0n)

function rowOf(transaction: ReserveTransaction, change: bigint): Row {
  const { amount, at, decimals, from, to, ...others } = transaction
  return {
    ...others,
    at: timestampOf(at),
    amount: decimalOfMinorUnits(amount, decimals),
    reserveChange: decimalOfMinorUnits(`${change}`, decimals),
    fromReserveAccountId: from?.id ?? null,
    fromName: from?.name ?? null,
    fromAddress: from?.address ?? null,
    toReserveAccountId: to?.id ?? null,
    toName: to?.name ?? null,
    toAddress: to?.address ?? null,
  }
}

const lineOf: Readonly<Record<ExportForm, (row: Row) => string>> = {
  csv: (row) => `${csvRecord(columns.map((column) => row[column] ?? ''))}\r\n`,
  jsonl: (row) => `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])))}\n`,
}

type Sum = { readonly amount: bigint; readonly transactionCount: number }

/**
 * Reserve transactions as lines of CSV (with a header) or JSON, one in memory at a time. Throws a `DataFolderError` at
 * the end when they do not add up to what the reserves report says of their tokens.
 */
export async function* transactionLines(inspection: Inspection, filter: TransactionFilter, form: ExportForm) {
  const sums = new Map<string, Sum>()
  if (form === 'csv') yield `${csvRecord(columns)}\r\n`
  for await (const transaction of inspection.reserveTransactions(filter)) {
    const change = changeOf(unitsOf(transaction), transaction)
    const { amount, transactionCount } = sums.get(transaction.tokenId) ?? { amount: 0n, transactionCount: 0 }
    sums.set(transaction.tokenId, { amount: amount + change, transactionCount: transactionCount + 1 })
    yield lineOf[form](rowOf(transaction, change))
  }
  await assertReported(inspection, sums, filter)
}

function unitsOf({ amount, source, position, index }: ReserveTransaction): bigint {
  if (/^\d+$/.test(amount)) return BigInt(amount)
  throw damaged(`the transaction ${source} ${position} ${index} has the amount "${amount}"`)
}

async function assertReported(
  inspection: Inspection,
  sums: Map<string, Sum>,
  filter: TransactionFilter,
): Promise<void> {
  const isWhole = filter.symbol === undefined && filter.network === undefined
  const tokens = await inspection.tokenIds(filter)
  for await (const { accountId, tokenId, amount, transactionCount } of inspection.keptTotals()) {
    if (accountId !== null || !(isWhole || tokens.has(tokenId))) continue
    const sum = sums.get(tokenId)
    if (`${sum?.amount}` !== amount || sum?.transactionCount !== transactionCount)
      throw damaged(`the transactions of token ${tokenId} do not add up to its reserves in the report`)
    sums.delete(tokenId)
  }
  const [missing] = sums.keys()
  if (missing !== undefined) throw damaged(`token ${missing} has transactions but no reserves in the report`)
}

const damaged = (reason: string) =>
  new DataFolderError(reason, 'Run "strongroom doctor", or restore a backup with "strongroom backup restore".')
