import type { ReserveDirectory } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { toId } from '../integers.ts'
import { prepared } from '../statements.ts'

type NetworkRow = { blockchain_id: bigint; name: string }
type TokenRow = {
  token_id: bigint
  symbol: string
  blockchain_id: bigint
  contract_address: string | null
  decimals: bigint
}
type AccountRow = { reserve_account_id: bigint; blockchain_id: bigint; address: string; name: string }

const networksOf = (db: Connection) =>
  prepared<NetworkRow>(db, 'SELECT blockchain_id, name FROM networks')
    .all()
    .map((row) => ({ blockchainId: toId(row.blockchain_id), name: row.name }))

const tokensOf = (db: Connection) =>
  prepared<TokenRow>(db, 'SELECT * FROM tokens')
    .all()
    .map((row) => ({
      tokenId: toId(row.token_id),
      symbol: row.symbol,
      blockchainId: toId(row.blockchain_id),
      contractAddress: row.contract_address,
      decimals: Number(row.decimals),
    }))

const accountsOf = (db: Connection) =>
  prepared<AccountRow>(db, 'SELECT * FROM reserve_accounts')
    .all()
    .map((row) => ({
      reserveAccountId: toId(row.reserve_account_id),
      blockchainId: toId(row.blockchain_id),
      address: row.address,
      name: row.name,
    }))

export const reserveDirectory = (db: Connection): ReserveDirectory => ({
  networks: networksOf(db),
  tokens: tokensOf(db),
  accounts: accountsOf(db),
})
