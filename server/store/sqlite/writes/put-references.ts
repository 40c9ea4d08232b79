import type { Id } from '../../../../shared/primitives.ts'
import { type Reason, thereIsNo } from '../../../import/refusals.ts'
import { toInt } from '../../integers.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

const keys = { tenants: 'tenant_id', networks: 'blockchain_id' } as const

/** Whether an item of a table had this ID and was deleted. */
export const isDeletedId = (db: Connection, table: string, id: bigint): boolean =>
  prepared(db, 'SELECT 1 FROM deleted_ids WHERE kind = ? AND id = ?').get(table, id) !== undefined

/** Why a row may not refer to this id, or null when it may. */
export function missing(db: Connection, table: keyof typeof keys, id: Id): Reason {
  const found = prepared(db, `SELECT 1 FROM ${table} WHERE ${keys[table]} = ?`).get(toInt(id))
  return found ? null : thereIsNo(table, id)
}
