import { canonicalAddress } from '../../../../shared/address.ts'
import type { ChainToken } from '../../../../shared/chain-tokens.ts'
import { type Failure, failureOfCode } from '../../../../shared/failure.ts'
import type { AdministeredNetwork } from '../../../../shared/networks.ts'
import type { Id } from '../../../../shared/primitives.ts'
import type { ReserveAccount } from '../../../../shared/reserve-accounts.ts'
import type { Connection } from '../connection.ts'
import { toId, toInt } from '../integers.ts'
import { prepared } from '../statements.ts'
import { otherOfThatName, raiseNetworksVersion } from '../writes/put-networks.ts'
import { reserveAccountNow } from '../writes/put-reserve-accounts.ts'
import type { Row } from '../writes/put-row.ts'
import { raiseLedgerVersion, tokenNow } from '../writes/put-tokens.ts'
import { columnsOf, type ItemTable, type RowChange } from './item-table.ts'

const rowIn = <Stored>(db: Connection, sql: string, id: Id): Stored | null =>
  prepared<Stored>(db, sql).get(toInt(id)) ?? null

type NetworkRow = { blockchain_id: bigint; name: string; icon: string; version: bigint }

export const networkTable: ItemTable<'network'> = {
  table: 'networks',
  key: 'blockchain_id',
  tenant: null,
  columns: ['name', 'icon'],
  rowOf: ({ name, icon }) => columnsOf({ name, icon }),
  read: (db, id): AdministeredNetwork | null => {
    const row = rowIn<NetworkRow>(db, 'SELECT * FROM networks WHERE blockchain_id = ?', id)
    return row && { id, name: row.name, icon: row.icon, version: Number(row.version) }
  },
  references: [
    { table: 'wallets', column: 'blockchain_id', noun: 'wallets' },
    { table: 'tokens', column: 'blockchain_id', noun: 'tokens' },
    { table: 'reserve_accounts', column: 'blockchain_id', noun: 'reserve accounts' },
  ],
  audited: (blockchainId) => ({ ids: { blockchainId } }),
  refusalOf: (db, { id, after }) => {
    const holder = otherOfThatName(db, { blockchainId: id, name: after.name as string })
    return holder ? taken(`name: network ${holder} has it, and names of networks are unique`) : null
  },
  onChange: raiseNetworksVersion,
}

const taken = (line: string): Failure => failureOfCode('AlreadyExists', { info: [line] })

function refusalOfNetwork(db: Connection, { after }: RowChange): Failure | null {
  const id = after.blockchain_id as bigint
  return prepared(db, 'SELECT 1 FROM networks WHERE blockchain_id = ?').get(id)
    ? null
    : failureOfCode('NotFound', { info: [`blockchainId: there is no network ${id}`] })
}

/** Stored transactions give these members their meaning. */
const meantByTransactions = (members: string): Failure =>
  failureOfCode('InUse', {
    message: `Reserve transactions are stored, so ${members} cannot change; nothing was changed. Create another one instead.`,
    info: ['reserve transactions: at least 1'],
  })

type ChainTokenRow = {
  symbol: string
  blockchain_id: bigint
  contract_address: string | null
  decimals: bigint
  version: bigint
}

const transactions = { noun: 'reserve transactions', count: 'ifnull(sum(transaction_count), 0)' } as const

export const chainTokenTable: ItemTable<'chain-token'> = {
  table: 'tokens',
  key: 'token_id',
  tenant: null,
  columns: ['symbol', 'blockchain_id', 'contract_address', 'decimals'],
  rowOf: ({ symbol, blockchainId, contractAddress, decimals }) =>
    columnsOf({
      symbol,
      blockchain_id: blockchainId && toInt(blockchainId),
      contract_address: contractAddress && canonicalAddress(contractAddress),
      decimals: decimals === undefined ? undefined : BigInt(decimals),
    }),
  read: (db, id): ChainToken | null => {
    const row = rowIn<ChainTokenRow>(db, 'SELECT * FROM tokens WHERE token_id = ?', id)
    return (
      row && {
        id,
        symbol: row.symbol,
        blockchainId: toId(row.blockchain_id),
        contractAddress: row.contract_address,
        decimals: Number(row.decimals),
        version: Number(row.version),
      }
    )
  },
  references: [{ table: 'token_totals', column: 'token_id', ...transactions }],
  audited: (chainTokenId) => ({ ids: { chainTokenId } }),
  refusalOf: (db, change) => refusalOfNetwork(db, change) ?? refusalOfChainToken(db, change),
  onChange: raiseLedgerVersion,
}

function refusalOfChainToken(db: Connection, { id, after }: RowChange): Failure | null {
  const blockchainId = toId(after.blockchain_id as bigint)
  const contractAddress = after.contract_address as string | null
  const { holderOfContract, units } = tokenNow(db, { tokenId: id, blockchainId, contractAddress })
  if (holderOfContract !== null) return taken(`contractAddress: token ${holderOfContract} of this network has it`)
  const isSame = !units || (units.decimals === after.decimals && units.blockchainId === after.blockchain_id)
  return isSame ? null : meantByTransactions('decimals and network of the token')
}

type ReserveAccountRow = { blockchain_id: bigint; address: string; name: string; version: bigint }

export const reserveAccountTable: ItemTable<'reserve-account'> = {
  table: 'reserve_accounts',
  key: 'reserve_account_id',
  tenant: null,
  columns: ['blockchain_id', 'address', 'name'],
  rowOf: ({ blockchainId, address, name }): Row =>
    columnsOf({
      blockchain_id: blockchainId && toInt(blockchainId),
      address: address && canonicalAddress(address),
      name,
    }),
  read: (db, id): ReserveAccount | null => {
    const row = rowIn<ReserveAccountRow>(db, 'SELECT * FROM reserve_accounts WHERE reserve_account_id = ?', id)
    return (
      row && {
        id,
        blockchainId: toId(row.blockchain_id),
        address: row.address,
        name: row.name,
        version: Number(row.version),
      }
    )
  },
  references: [{ table: 'account_totals', column: 'reserve_account_id', ...transactions }],
  audited: (reserveAccountId) => ({ ids: { reserveAccountId } }),
  refusalOf: (db, change) => refusalOfNetwork(db, change) ?? refusalOfReserveAccountRow(db, change),
}

function refusalOfReserveAccountRow(db: Connection, { id, after }: RowChange): Failure | null {
  const placed = {
    reserveAccountId: id,
    blockchainId: toId(after.blockchain_id as bigint),
    address: after.address as string,
  }
  const { holderOfAddress, place } = reserveAccountNow(db, placed)
  if (holderOfAddress !== null) return taken(`address: reserve account ${holderOfAddress} of this network has it`)
  const isSame = !place || (place.address === after.address && place.blockchainId === after.blockchain_id)
  return isSame ? null : meantByTransactions('address and network of the account')
}
