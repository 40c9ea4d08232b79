import type { Id } from '../../../../shared/primitives.ts'
import type { References } from '../../../import/refusals.ts'
import type { PackedTransactions } from '../../../reserves/packed-transactions.ts'
import { toInt } from '../../integers.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { disabled } from './put-references.ts'

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
