import type { Failure } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import {
  networksOf,
  refusalOfAccountRow,
  refusalOfChainTokenRow,
  refusalOfNetwork,
  refusalOfNetworkName,
} from '../../../administration/item-rules.ts'
import type { Row } from '../../changed-values.ts'
import { toId, toInt } from '../../integers.ts'
import { itemShapes, type RowChange } from '../../item-shapes.ts'
import {
  type ChainTokenRow,
  type NetworkItemRow,
  type ReserveAccountRow,
  toChainToken,
  toNetworkItem,
  toReserveAccount,
} from '../../rows/items.ts'
import { assertUnderActive, toWebhook, type WebhookRow } from '../../rows/webhooks.ts'
import type { Connection } from '../connection.ts'
import { activeKeyId } from '../reads/keys.ts'
import { prepared } from '../statements.ts'
import { otherOfThatName, raiseNetworksVersion } from '../writes/put-networks.ts'
import { reserveAccountNow } from '../writes/put-reserve-accounts.ts'
import { raiseLedgerVersion, tokenNow } from '../writes/put-tokens.ts'
import type { ItemTable } from './item-table.ts'

const rowIn = <Stored>(db: Connection, sql: string, id: Id): Stored | null =>
  prepared<Stored>(db, sql).get(toInt(id)) ?? null

export const networkTable: ItemTable<'network'> = {
  ...itemShapes.network,
  read: (db, id) => {
    const row = rowIn<NetworkItemRow>(db, 'SELECT * FROM networks WHERE blockchain_id = ?', id)
    return row && toNetworkItem(row)
  },
  refusalOf: (db, { id, after }) =>
    refusalOfNetworkName(otherOfThatName(db, { blockchainId: id, name: after.name as string })),
  onChange: raiseNetworksVersion,
}

/** Why an item may not be on its network, or leave the one before. */
export function refusalOfNetworks(db: Connection, change: RowChange): Failure | null {
  const find = prepared<Row>(db, 'SELECT disabled_at FROM networks WHERE blockchain_id = ?')
  return networksOf(change).reduce<Failure | null>((refusal, id) => refusal ?? refusalOfNetwork(id, find.get(id)), null)
}

export const chainTokenTable: ItemTable<'chain-token'> = {
  ...itemShapes['chain-token'],
  read: (db, id) => {
    const row = rowIn<ChainTokenRow>(db, 'SELECT * FROM tokens WHERE token_id = ?', id)
    return row && toChainToken(row)
  },
  refusalOf: (db, change) => refusalOfNetworks(db, change) ?? refusalOfChainToken(db, change),
  onChange: raiseLedgerVersion,
}

function refusalOfChainToken(db: Connection, { id, after }: RowChange): Failure | null {
  const blockchainId = toId(after.blockchain_id as bigint)
  const contractAddress = after.contract_address as string | null
  return refusalOfChainTokenRow(after, tokenNow(db, { tokenId: id, blockchainId, contractAddress }))
}

export const reserveAccountTable: ItemTable<'reserve-account'> = {
  ...itemShapes['reserve-account'],
  read: (db, id) => {
    const row = rowIn<ReserveAccountRow>(db, 'SELECT * FROM reserve_accounts WHERE reserve_account_id = ?', id)
    return row && toReserveAccount(row)
  },
  refusalOf: (db, change) => refusalOfNetworks(db, change) ?? refusalOfReserveAccountRow(db, change),
}

function refusalOfReserveAccountRow(db: Connection, { id, after }: RowChange): Failure | null {
  const placed = {
    reserveAccountId: id,
    blockchainId: toId(after.blockchain_id as bigint),
    address: after.address as string,
  }
  return refusalOfAccountRow(after, reserveAccountNow(db, placed))
}

export const webhookTable: ItemTable<'webhook'> = {
  ...itemShapes.webhook,
  read: (db, id) => {
    const row = rowIn<WebhookRow>(db, 'SELECT * FROM webhooks WHERE webhook_id = ?', id)
    return row && toWebhook(row)
  },
  refusalOf: (db, change) => {
    assertUnderActive(activeKeyId(db), change)
    return null
  },
}
