import type { Named, References } from '../../../import/refusals.ts'
import type { NumberedReferences } from '../../../reserves/packed-transactions.ts'
import type { SqlQuery } from '../connection.ts'
import { disabledIn } from './put-objects.ts'

type FoundRow = { readonly id: bigint; readonly chain: bigint }

const foundSql = {
  tokens: 'SELECT token_id AS id, blockchain_id AS chain FROM tokens WHERE token_id = ANY($ids::bigint[])',
  reserve_accounts: `
    SELECT reserve_account_id AS id, blockchain_id AS chain FROM reserve_accounts
    WHERE reserve_account_id = ANY($ids::bigint[])`,
} as const

/** Looks up what a batch names, with the network of each. */
export async function findReferences(query: SqlQuery, { tokens, accounts }: NumberedReferences): Promise<References> {
  const ofNetwork = disabledIn(query, 'networks')
  const named = async (table: keyof typeof foundSql, ids: readonly string[]): Promise<Named[]> => {
    const found = query<FoundRow>(foundSql[table], { ids })
    const [rows, reasonOfItem, reasonOfNetwork] = await Promise.all([found, disabledIn(query, table), ofNetwork])
    const chains = new Map(rows.map(({ id, chain }) => [id, chain]))
    return ids.map(BigInt).map((id) => {
      const chain = chains.get(id) ?? null
      return { id, chain, disabled: reasonOfItem(id) ?? (chain === null ? null : reasonOfNetwork(chain)) }
    })
  }
  const [foundTokens, foundAccounts] = await Promise.all([named('tokens', tokens), named('reserve_accounts', accounts)])
  return { tokens: foundTokens, accounts: foundAccounts }
}
