import type { Id } from '../../../../shared/primitives.ts'
import { type Named, type Reason, refusalOfWay } from '../../../import/refusals.ts'
import type { PackedTransactions } from '../../../reserves/packed-transactions.ts'
import { toInt } from '../../integers.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

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

/** Where a transaction goes, as places in the batch's tokens and accounts. */
type Places = { readonly token: number; readonly from: number; readonly to: number }

/** Why a transaction cannot stand, or null when it can. */
export const faultOfWay = ({ tokens, accounts }: References, { token, from, to }: Places): Reason =>
  refusalOfWay({ token: tokens[token] as Named, from: accounts[from], to: accounts[to] })
