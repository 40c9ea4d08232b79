import { type Column, isRequired } from './column.ts'
import type { Kind } from './kind.ts'
import { custodianKind } from './kinds/custodians.ts'
import { networkKind } from './kinds/networks.ts'
import { reserveAccountKind } from './kinds/reserve-accounts.ts'
import { reserveTransactionKind } from './kinds/reserve-transactions.ts'
import { tenantKind } from './kinds/tenants.ts'
import { tokenTransferKind } from './kinds/token-transfers.ts'
import { tokenKind } from './kinds/tokens.ts'
import { walletKind } from './kinds/wallets.ts'

/** In import order: each kind refers only to earlier ones, and no earlier one has its marker column. */
export const kinds: readonly Kind[] = [
  tenantKind,
  networkKind,
  custodianKind,
  walletKind,
  tokenKind,
  reserveAccountKind,
  reserveTransactionKind,
  tokenTransferKind,
]

/** The kind with these columns, or text with the reason why none matches. */
export function kindOf(names: readonly string[]): Kind | string {
  const kind = kinds.findLast(({ mark }) => names.includes(mark))
  if (kind) return kind
  return `the columns ${names.join(', ').slice(0, 200)} match no kind of data; known kinds are ${kinds.map(({ name }) => name).join(', ')}`
}

/** Why a header does not match its kind, or null if it does. */
export function faultOfHeader(names: readonly string[], { name, columns }: Kind): string | null {
  const known = Object.keys(columns)
  const unknown = names.filter((one) => !known.includes(one))
  if (unknown.length)
    return `unknown column ${unknown.join(', ').slice(0, 200)}; the columns of ${name} are ${known.join(', ')}`
  const twice = names.find((one, place) => names.indexOf(one) !== place)
  if (twice) return `the column ${twice} appears twice in the header`
  const missing = known.filter((one) => isRequired(columns[one] as Column<unknown>) && !names.includes(one))
  return missing.length ? `the header of ${name} has no ${missing.join(', ')}` : null
}
