import type { Id } from '../../../../shared/primitives.ts'
import type { Named, Way } from '../../../import/refusals.ts'
import type { PackedTransactions } from '../../../reserves/packed-transactions.ts'
import { toInt } from '../../integers.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { disabled } from './put-references.ts'

export type References = { readonly tokens: readonly Named[]; readonly accounts: readonly Named[] }

/** Looks up what a batch names, each once. */
export function referencesOf(db: Connection, { tokens, accounts }: PackedTransactions): References {
  const named = (table: 'tokens' | 'reserve_accounts', sql: string) => (id: Id) => {
    const chain = prepared<{ chain: bigint }>(db, sql).get(toInt(id))?.chain ?? null
    const ofNetwork = chain === null ? null : disabled(db, 'networks', chain)
    return { id: toInt(id), chain, disabled: disabled(db, table, toInt(id)) ?? ofNetwork }
  }
  const tokensSql = 'SELECT blockchain_id AS chain FROM tokens WHERE token_id = ?'
  const accountsSql = 'SELECT blockchain_id AS chain FROM reserve_accounts WHERE reserve_account_id = ?'
  return {
    tokens: tokens.map(named('tokens', tokensSql)),
    accounts: accounts.map(named('reserve_accounts', accountsSql)),
  }
}

/** Where a transaction goes, as places in the batch's tokens and accounts. */
type Places = { readonly token: number; readonly from: number; readonly to: number }

/** What a transaction names. */
export const wayOf = ({ tokens, accounts }: References, { token, from, to }: Places): Way => ({
  token: tokens[token] as Named,
  from: accounts[from],
  to: accounts[to],
})
