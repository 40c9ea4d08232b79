import type { Freeze } from '../../../../shared/freezes.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { toIntOrNull } from '../../integers.ts'
import { everyTenant, type FreezeRow, toFreeze } from '../../rows/freezes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

const order = 'ORDER BY tenant_id'

/** Those that a tenant meets; all of them for null. */
export const listFreezes = (db: Connection, seenBy: Id | null): readonly Freeze[] =>
  prepared<FreezeRow>(db, `SELECT * FROM freezes WHERE $tenant IS NULL OR tenant_id IN (0, $tenant) ${order}`)
    .all({ tenant: toIntOrNull(seenBy) })
    .map(toFreeze)

/** The one of exactly this tenant, or of everything. */
export function findFreeze(db: Connection, tenantId: Id | null): Freeze | null {
  const row = prepared<FreezeRow>(db, 'SELECT * FROM freezes WHERE tenant_id = ?').get(
    toIntOrNull(tenantId) ?? everyTenant,
  )
  return row ? toFreeze(row) : null
}

/** The one that refuses changes of this tenant now; for null, changes of what belongs to none. */
export function freezeInEffect(db: Connection, tenant: bigint | null): Freeze | null {
  const row = prepared<FreezeRow>(db, `SELECT * FROM freezes WHERE tenant_id IN (0, ?) ${order} LIMIT 1`).get(
    tenant ?? everyTenant,
  )
  return row ? toFreeze(row) : null
}
