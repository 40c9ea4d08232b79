import type { PutCount, TenantEntry } from '../../import-writes.ts'
import { toInt } from '../../integers.ts'
import { type Put, putEntries } from '../../put-outcomes.ts'
import type { Connection } from '../connection.ts'
import { putRow } from './put-row.ts'
import { recordChange } from './record-change.ts'

export const putTenants = (db: Connection, { entries, by }: Put<TenantEntry>): PutCount =>
  putEntries(entries, ({ tenantId, name }) =>
    putRow(db, {
      table: 'tenants',
      row: { tenant_id: toInt(tenantId), name },
      onChange: recordChange(db, by, { kind: 'tenant.changed', tenantId }),
    }),
  )
