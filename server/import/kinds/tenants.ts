import { id, label } from '../column.ts'
import { plainKind } from '../kind.ts'

export const tenantKind = plainKind({
  name: 'tenants',
  mark: 'tenantId',
  columns: { tenantId: id, name: label(200) },
  toEntry: (values) => values,
  put: (store, entries, by) => store.putTenants(entries, by),
})
