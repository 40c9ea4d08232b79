import type { Freeze } from '../../../../shared/freezes.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { everyTenant, type FreezeRow, toFreeze } from '../../rows/freezes.ts'
import type { Reads } from '../../store.ts'
import type { SqlQuery } from '../connection.ts'

const freezesSql = 'SELECT tenant_id, frozen_at, frozen_by, reason FROM freezes'

/** The one of exactly this tenant, or of everything. */
export async function freezeOf(query: SqlQuery, tenantId: Id | null): Promise<Freeze | null> {
  const [row] = await query<FreezeRow>(`${freezesSql} WHERE tenant_id = $tenant`, { tenant: tenantId ?? everyTenant })
  return row ? toFreeze(row) : null
}

/** The one that refuses changes of this tenant now; for null, changes of what belongs to none. */
export async function effectiveFreeze(query: SqlQuery, tenantId: Id | null): Promise<Freeze | null> {
  const sql = `${freezesSql} WHERE tenant_id IN (0, $tenant) ORDER BY tenant_id LIMIT 1`
  const [row] = await query<FreezeRow>(sql, { tenant: tenantId ?? everyTenant })
  return row ? toFreeze(row) : null
}

/** All that may refuse something now; entries of many tenants are judged by them. */
export async function effectiveFreezes(query: SqlQuery): Promise<(tenantId: bigint | null) => Freeze | null> {
  const rows = await query<FreezeRow>(`${freezesSql} ORDER BY tenant_id`)
  return (tenantId) => {
    const row = rows.find((each) => each.tenant_id === everyTenant || each.tenant_id === tenantId)
    return row ? toFreeze(row) : null
  }
}

export const freezeReads = (query: SqlQuery): Pick<Reads, 'listFreezes'> => ({
  listFreezes: async (seenBy) => {
    const sql = `${freezesSql} WHERE $tenant::bigint IS NULL OR tenant_id IN (0, $tenant) ORDER BY tenant_id`
    return (await query<FreezeRow>(sql, { tenant: seenBy })).map(toFreeze)
  },
})
