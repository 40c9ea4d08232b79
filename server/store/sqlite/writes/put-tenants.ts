import type { PutCount, TenantEntry } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { putEntries } from './put-entries.ts'
import { putRow } from './put-row.ts'

export const putTenants = (db: Connection, entries: readonly TenantEntry[]): PutCount =>
  putEntries(entries, ({ tenantId, name }) =>
    putRow(db, { table: 'tenants', row: { tenant_id: toInt(tenantId), name } }),
  )
