import { type Column, isRequired } from './column.ts'
import type { Kind } from './kind.ts'
import { custodians } from './kinds/custodians.ts'
import { networks } from './kinds/networks.ts'
import { reserveAccounts } from './kinds/reserve-accounts.ts'
import { reserveTransactions } from './kinds/reserve-transactions.ts'
import { tenants } from './kinds/tenants.ts'
import { tokenTransfers } from './kinds/token-transfers.ts'
import { tokens } from './kinds/tokens.ts'
import { wallets } from './kinds/wallets.ts'

/** In the order of import: each refers only to those before it, and its mark is in none of those before it. */
export const kinds: readonly Kind[] = [
  tenants,
  networks,
  custodians,
  wallets,
  tokens,
  reserveAccounts,
  reserveTransactions,
  tokenTransfers,
]

/** The kind whose columns these are; a text is why they are none's. */
export function kindOf(names: readonly string[]): Kind | string {
  const kind = kinds.findLast(({ mark }) => names.includes(mark))
  if (kind) return kind
  return `the columns ${names.join(', ').slice(0, 200)} fit no kind of data; known are ${kinds.map(({ name }) => name).join(', ')}`
}

/** Why a header does not fit its kind, or null when it does. */
export function faultOfHeader(names: readonly string[], { name, columns }: Kind): string | null {
  const known = Object.keys(columns)
  const unknown = names.filter((one) => !known.includes(one))
  if (unknown.length) return `unknown column ${unknown.join(', ').slice(0, 200)}; ${name} have ${known.join(', ')}`
  const twice = names.find((one, place) => names.indexOf(one) !== place)
  if (twice) return `the column ${twice} stands twice in the header`
  const missing = known.filter((one) => isRequired(columns[one] as Column<unknown>) && !names.includes(one))
  return missing.length ? `the header of ${name} lacks ${missing.join(', ')}` : null
}
