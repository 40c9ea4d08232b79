import type { Id } from '../../../../shared/primitives.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { outside, type PackedTransactions } from '../packed-transactions.ts'
import { prepared } from '../statements.ts'

/** A token or reserve account that a batch names; `chain` is null when there is none of that id. */
type Named = { readonly id: bigint; readonly chain: bigint | null }

export type References = { readonly tokens: readonly Named[]; readonly accounts: readonly Named[] }

/** Looks up what a batch names, each once. */
export function referencesOf(db: Connection, { tokens, accounts }: PackedTransactions): References {
  const named = (sql: string) => (id: Id) => ({
    id: toInt(id),
    chain: prepared<{ chain: bigint }>(db, sql).get(toInt(id))?.chain ?? null,
  })
  return {
    tokens: tokens.map(named('SELECT blockchain_id AS chain FROM tokens WHERE token_id = ?')),
    accounts: accounts.map(named('SELECT blockchain_id AS chain FROM reserve_accounts WHERE reserve_account_id = ?')),
  }
}

function accountFault(token: Named, account: Named | undefined): string | null {
  if (!account || account.chain === token.chain) return null
  if (account.chain === null) return `there is no reserve account ${account.id}; import the reserve accounts first`
  return `reserve account ${account.id} is on network ${account.chain}, but token ${token.id} on network ${token.chain}`
}

/** Where a transaction goes, as places in the batch's tokens and accounts. */
type Way = { readonly token: number; readonly from: number; readonly to: number }

/** Why a transaction cannot stand, or null when it can. */
export function wayFault({ tokens, accounts }: References, { token: place, from, to }: Way): string | null {
  const token = tokens[place] as Named
  if (token.chain === null) return `there is no token ${token.id}; import the tokens first`
  if (from === outside && to === outside) return 'it names no reserve account, neither from nor to'
  return accountFault(token, accounts[from]) ?? accountFault(token, accounts[to])
}
