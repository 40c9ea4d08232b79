import type { Id } from '../../../../shared/primitives.ts'
import type { TransactionEntry } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { prepared } from '../statements.ts'
import type { Legs } from './append-totals.ts'

type Known = { readonly id: bigint; readonly chain: bigint } | null
type Finder = (id: Id) => Known

function finder(db: Connection, sql: string): Finder {
  const known = new Map<Id, Known>()
  const select = prepared<{ id: bigint; chain: bigint }>(db, sql)
  return (id) => {
    const found = known.get(id)
    if (found !== undefined) return found
    const row = select.get(toInt(id)) ?? null
    known.set(id, row)
    return row
  }
}

/** Looks up what the transactions of a batch name, each once; a text is why a transaction cannot stand. */
export function createLegsReader(db: Connection): (entry: TransactionEntry) => Legs | string {
  const findToken = finder(db, 'SELECT token_id AS id, blockchain_id AS chain FROM tokens WHERE token_id = ?')
  const findAccount = finder(
    db,
    'SELECT reserve_account_id AS id, blockchain_id AS chain FROM reserve_accounts WHERE reserve_account_id = ?',
  )
  const leg = (accountId: Id | null, token: Exclude<Known, null>): bigint | null | string => {
    if (accountId === null) return null
    const account = findAccount(accountId)
    if (!account) return `there is no reserve account ${accountId}; import the reserve accounts first`
    if (account.chain === token.chain) return account.id
    return `reserve account ${accountId} is on network ${account.chain}, but token ${token.id} on network ${token.chain}`
  }
  return ({ tokenId, amount, fromAccountId, toAccountId }) => {
    const token = findToken(tokenId)
    if (!token) return `there is no token ${tokenId}; import the tokens first`
    if (fromAccountId === null && toAccountId === null) return 'it names no reserve account, neither from nor to'
    const from = leg(fromAccountId, token)
    const to = leg(toAccountId, token)
    if (typeof from === 'string') return from
    return typeof to === 'string' ? to : { token: token.id, amount: BigInt(amount), from, to }
  }
}
