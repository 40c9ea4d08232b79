import type { Id } from '../../../../shared/primitives.ts'
import { type DisablingTable, isDisabledNow, type Reason, thereIsNo } from '../../../import/refusals.ts'
import type { Row } from '../../changed-values.ts'
import { toInt } from '../../integers.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

const keys = {
  tenants: 'tenant_id',
  networks: 'blockchain_id',
  tokens: 'token_id',
  reserve_accounts: 'reserve_account_id',
} as const

/** Whether an item of a table had this ID and was deleted. */
export const isDeletedId = (db: Connection, table: string, id: bigint): boolean =>
  prepared(db, 'SELECT 1 FROM deleted_ids WHERE kind = ? AND id = ?').get(table, id) !== undefined

/** Why a row may not refer to this id, or null when it may. */
export function missing(db: Connection, table: 'tenants' | 'networks', id: Id): Reason {
  const found = prepared(db, `SELECT 1 FROM ${table} WHERE ${keys[table]} = ?`).get(toInt(id))
  return found ? null : thereIsNo(table, id)
}

/** That a row is disabled, or null when it is not. */
export function disabled(db: Connection, table: DisablingTable, id: bigint): Reason {
  const row = prepared(db, `SELECT 1 FROM ${table} WHERE ${keys[table]} = ? AND disabled_at IS NOT NULL`).get(id)
  return row ? isDisabledNow(table, id) : null
}

/** That a row, its network, or the network that it is to leave is disabled. */
export const disabledOnNetwork =
  (db: Connection, table: 'tokens' | 'reserve_accounts' | 'wallets') =>
  (row: Row, stored: Row | undefined): Reason =>
    (table === 'wallets' ? null : disabled(db, table, row[keys[table]] as bigint)) ??
    disabled(db, 'networks', row.blockchain_id as bigint) ??
    (stored ? disabled(db, 'networks', stored.blockchain_id as bigint) : null)
