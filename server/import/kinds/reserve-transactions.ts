import { minorUnitsOfDecimal } from '../../../shared/minor-units.ts'
import type { Id } from '../../../shared/primitives.ts'
import type { TokenEntry } from '../../store/import-writes.ts'
import type { ReserveDirectory } from '../../store/store.ts'
import { amount } from '../amount.ts'
import { type Column, hash, id, label, optional, repeating, sequence, type Values } from '../column.ts'
import type { Kind, Read, Reading } from '../kind.ts'
import { epochMillisecondsOf } from '../moment.ts'
import { createRowReader } from '../read-row.ts'
import { appendBySource, type SourcedTransaction } from '../sourced-transaction.ts'

const moment: Column<number> = {
  json: ['string'],
  rule: 'must be an ISO 8601 time from 1970 to 9999 with a time zone, such as 2026-03-01T12:00:00Z',
  parse: (text) => epochMillisecondsOf(text) ?? undefined,
}

const columns = {
  source: repeating(label(200)),
  position: sequence,
  index: sequence,
  tokenId: id,
  amount,
  at: moment,
  fromReserveAccountId: optional(id, null),
  toReserveAccountId: optional(id, null),
  transactionHash: optional(hash, null),
  blockHash: optional(repeating(hash), null),
}

type Line = Values<typeof columns>

/** Builds entries with the directory's own ID strings: slices of the file would stay in memory as long as the batch. */
function createReader({ tokens, accounts }: ReserveDirectory): (line: Line) => Read<SourcedTransaction> {
  const tokenOf = new Map<Id, TokenEntry>(tokens.map((token) => [token.tokenId, token]))
  const accountOf = new Map<Id, Id>(accounts.map(({ reserveAccountId }) => [reserveAccountId, reserveAccountId]))
  return (line) => {
    const token = tokenOf.get(line.tokenId)
    if (!token) return `there is no token ${line.tokenId}; import the tokens first`
    const { tokenId, decimals } = token
    const minorUnits = minorUnitsOfDecimal(line.amount, decimals)
    if (minorUnits === null) return `amount has more than the ${decimals} decimal places of token ${tokenId}`
    const { fromReserveAccountId: from, toReserveAccountId: to } = line
    const fromAccountId = from && accountOf.get(from)
    const toAccountId = to && accountOf.get(to)
    if (fromAccountId === undefined || toAccountId === undefined)
      return `there is no reserve account ${fromAccountId === undefined ? from : to}; import the reserve accounts first`
    const { source, position, index, at, transactionHash, blockHash } = line
    return {
      source,
      position,
      index,
      tokenId,
      amount: minorUnits,
      fromAccountId,
      toAccountId,
      at,
      transactionHash,
      blockHash,
    }
  }
}

export const reserveTransactionKind: Kind = {
  name: 'reserve transactions',
  mark: 'position',
  columns,
  async open({ store, places }) {
    const read = createReader(await store.reserveDirectory())
    const readRow = createRowReader(columns, places)
    const reading: Reading<SourcedTransaction> = {
      read(row) {
        const line = readRow(row)
        return typeof line === 'string' ? line : read(line)
      },
      put: (entries) => appendBySource(store, entries),
    }
    return reading as Reading<object>
  },
}
