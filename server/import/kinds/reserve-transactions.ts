import { minorUnitsOfDecimal } from '../../../shared/minor-units.ts'
import type { Id } from '../../../shared/primitives.ts'
import { amount } from '../amount.ts'
import { type Column, id, label, optional, sequence, type Values } from '../column.ts'
import type { Kind, Read, Reading } from '../kind.ts'
import { epochMillisecondsOf } from '../moment.ts'
import { createRowReader } from '../read-row.ts'
import { appendBySource, type SourcedTransaction } from '../sourced-transaction.ts'

const moment: Column<number> = {
  json: ['string'],
  rule: 'must be an ISO 8601 moment from 1970 to 9999 with its zone, such as 2026-03-01T12:00:00Z',
  parse: (text) => epochMillisecondsOf(text) ?? undefined,
}

const columns = {
  source: label(200),
  position: sequence,
  index: sequence,
  tokenId: id,
  amount,
  at: moment,
  fromReserveAccountId: optional(id, null),
  toReserveAccountId: optional(id, null),
}

function read(values: Values<typeof columns>, decimalsOf: ReadonlyMap<Id, number>): Read<SourcedTransaction> {
  const { tokenId, fromReserveAccountId: fromAccountId, toReserveAccountId: toAccountId } = values
  const decimals = decimalsOf.get(tokenId)
  if (decimals === undefined) return `there is no token ${tokenId}; import the tokens first`
  const units = minorUnitsOfDecimal(values.amount, decimals)
  if (units === null) return `amount has more places than the ${decimals} of token ${tokenId}`
  const { source, position, index, at } = values
  return { source, position, index, tokenId, amount: units, at, fromAccountId, toAccountId }
}

export const reserveTransactions: Kind = {
  name: 'reserve transactions',
  mark: 'position',
  columns,
  async open({ store, places }) {
    const { tokens } = await store.reserveDirectory()
    const decimalsOf = new Map(tokens.map(({ tokenId, decimals }) => [tokenId, decimals]))
    const readRow = createRowReader(columns, places)
    const reading: Reading<SourcedTransaction> = {
      read(row) {
        const values = readRow(row)
        return typeof values === 'string' ? values : read(values, decimalsOf)
      },
      put: (entries) => appendBySource(store, entries),
    }
    return reading as Reading<object>
  },
}
